## bristle_run.m - a command with options as name and value: what bristle_simulate and the others share.
##
## [table, info] = bristle_run (command, operand, options): the option 'log' is a struct of columns; true is a switch.
function [table, info] = bristle_run (command, operand, options)
  words = {command};
  log = [];
  operands = {operand};
  if ! ischar (operand)
    error ("bristle: a text is wanted behind %s: the name of a model or of a file, not %s", command, class (operand));
  end
  if mod (numel (options), 2) != 0
    error ("bristle: options are names and values, and the last one has no value");
  end
  for i = 1:2:numel (options) - 1
    if ! ischar (options{i})
      error ("bristle: the name of an option is a text, not %s", class (options{i}));
    end
    name = strrep (options{i}, "_", "-");
    value = options{i + 1};
    if strcmp (name, "log") && isstruct (value)
      log = value;
      operands{end + 1} = "log";
    elseif islogical (value)
      if value
        words{end + 1} = ["--" name];
      end
    elseif strcmp (value, "-")
      error ("bristle: option %s: the name of a file is wanted here, not '-'", name);
    elseif ischar (value) && rows (value) <= 1
      words{end + 1} = ["--" name "=" value];
    elseif isnumeric (value) && isreal (value) && isscalar (value)
      words{end + 1} = ["--" name "=" sprintf("%.17g", value)];
    else
      error ("bristle: option %s is neither a line of text, a real number nor true", name);
    end
  end
  operands = operands(! cellfun (@isempty, operands));
  [text, table, negative] = bristle_call ([words, {"--json=-", "--"}, operands], log);
  info = jsondecode (text);
  info.negative = negative;
end
