## [table, info] = bristle_simulate (model, 'option', value, ...)
##
## A law, a plant, a mechanism or a rig over time, as `bristle help simulate` explains its options. A log drives it as a struct:
##   run = bristle_simulate ('dahl', 'params', 'example', 'log', struct ('t', t, 'v', v), 'signals', 't = t s, v = v m/s');
## table has names, units and data; bristle_column (run, 'F') is one column. info is the JSON of docs/json.md.
function [table, info] = bristle_simulate (model, varargin)
  if nargin < 1
    error ("bristle: [table, info] = bristle_simulate (model, 'option', value, ...)");
  end
  [table, info] = bristle_run ("simulate", model, varargin);
end
