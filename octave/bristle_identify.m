## info = bristle_identify (log, 'option', value, ...)
##
## Parameters of laws identified from a log (`bristle help identify`): a struct of columns with 'signals', a file or a rig.
##   found = bristle_identify ('rig/axis', 'model', 'coulomb', 'mass', '20 kg');
##   found.laws(1).parameters.FC.value
function info = bristle_identify (log, varargin)
  if nargin < 1
    error ("bristle: info = bristle_identify (log, 'option', value, ...)");
  end
  if isstruct (log)
    [~, info] = bristle_run ("identify", "", [{"log", log}, varargin]);
  else
    [~, info] = bristle_run ("identify", log, varargin);
  end
end
