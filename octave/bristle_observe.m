## [table, info] = bristle_observe (log, 'model', name, 'option', value, ...)
##
## States and parameters estimated over a log (`bristle help observe`). log is a struct of columns with 'signals', a file or a rig:
##   [seen, info] = bristle_observe ('rig/exact', 'model', 'dahl', 'params', 'example', 'correct_every', '20 ms');
function [table, info] = bristle_observe (log, varargin)
  if nargin < 1
    error ("bristle: [table, info] = bristle_observe (log, 'option', value, ...)");
  end
  if isstruct (log)
    [table, info] = bristle_run ("observe", "", [{"log", log}, varargin]);
  else
    [table, info] = bristle_run ("observe", log, varargin);
  end
end
