## v = bristle_column (table, name): one column of a table by its name.
function v = bristle_column (table, name)
  if ! (isstruct (table) && isfield (table, "names") && isfield (table, "data"))
    error ("bristle: a table is wanted here, as bristle_simulate answers it, not %s", class (table));
  end
  at = find (strcmp (table.names, name));
  if isempty (at)
    error ("bristle: there is no column '%s'; there are %s", name, strjoin (table.names, ", "));
  end
  v = table.data(:, at(1));
end
