## v = bristle_column (table, name): one column of a table by its name.
function v = bristle_column (table, name)
  at = find (strcmp (table.names, name));
  if isempty (at)
    error ("bristle: there is no column '%s'; there are %s", name, strjoin (table.names, ", "));
  end
  v = table.data(:, at(1));
end
