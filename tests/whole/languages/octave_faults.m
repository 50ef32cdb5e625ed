% octave_faults.m - what is wrong is an error with words; the columns are those of the tool; many calls leak nothing.
1;
function refused (words, f)
  try
    f ();
  catch e
    assert (! isempty (strfind (e.message, words)), "no '%s' in '%s'", words, e.message)
    return
  end
  error ("nothing refused: %s", words);
end

t = (0:199)' * 1e-3;
run = @(log) bristle_simulate ('lugre', 'params', 'table-I', 'log', log, 'signals', 't = t s, v = v m/s', 'until', '2 ms', 'method', 'lie');
good = struct ('t', t, 'v', 1e-3 * sin (20 * t));
refused ("there is no law", @() bristle_simulate ('nobody', 'until', 1));
refused ("did you mean --until", @() bristle_simulate ('lugre', 'untl', 1));
refused ("the last one has no value", @() bristle_simulate ('lugre', 'until'));
refused ("a text, not double", @() bristle_simulate ('lugre', 3, 1));
refused ("bristle_simulate (model", @() bristle_simulate ());
refused ("bristle_identify (log", @() bristle_identify ());
refused ("a text is wanted behind simulate", @() bristle_simulate (3));
refused ("a text is wanted behind observe", @() bristle_observe ([1 2 3], 'model', 'dahl'));
refused ("neither a line of text", @() bristle_simulate ('lugre', 'until', 1 + 2i));
refused ("neither a line of text", @() bristle_simulate ('lugre', 'until', ['12'; '34']));
refused ("not '-'", @() bristle_simulate ('lugre', 'params', 'table-I', 'until', 1, 'report', '-'));
refused ("each in one row", @() bristle_call ({['laws'; 'laws']}));
refused ("a zero in it", @() bristle_call ({['laws' 0 'x']}));
refused ("more than 1000 words", @() bristle_call (repmat ({'laws'}, 1, 1001)));
refused ("a table is wanted", @() bristle_column (3, 'b'));
refused ("neither a line of text", @() bristle_simulate ('lugre', 'until', {1}));
refused ("equal lengths", @() run (struct ('t', t, 'v', t(1:100))));
refused ("real doubles", @() run (struct ('t', t, 'v', single (t))));
refused ("real doubles", @() run (struct ('t', t, 'v', 1i * t)));
refused ("missing in row", @() run (struct ('t', t, 'v', NaN (200, 1))));
refused ("not finite", @() run (struct ('t', t, 'v', Inf (200, 1))));
refused ("whose fields are columns", @() bristle_call ({'laws'}, 3));
refused ("cell array of texts", @() bristle_call ({'laws', 3}));
refused ("no column", @() bristle_column (run (good), 'w'));

csv = getenv ("BR_CSV"); % of the tool, for the line below
table = bristle_simulate ('lugre', 'params', 'table-I', 'input', 'v = 1e-3*sin(2*pi*t) m/s', 'until', 1);
told = dlmread (csv, ",", 1, 0);
assert (isequal (size (told), size (table.data)) && all (told(:) == table.data(:)))

function kilobytes = resident ()
  words = strsplit (fileread ("/proc/self/statm"), " ");
  kilobytes = 4 * str2double (words{2});
end
% In quarters: a leak shows in each of them, what caches take does not.
function never_grows (name, count, f)
  grown = zeros (1, 4);
  for part = 1:4
    before = resident ();
    for i = 1:ceil (count / 4)
      f ();
    end
    grown(part) = resident () - before;
  end
  if count >= 1000
    printf ("%d calls of %s: %d kB more, %s\n", count, name, sum (grown), mat2str (grown));
    fflush (stdout);
  end
  assert (min (grown) < 64, "%d calls of %s: %d kB more in each quarter", count, name, min (grown))
end
function refused_law ()
  refused ("there is no law", @() bristle_simulate ('nobody', 'until', 1));
end
force = bristle_simulate ('dahl', 'params', 'example', 'input', 'v = 1e-3*sin(40*t) m/s', 'until', 0.1, 'step', 1e-3);
felt = struct ('t', bristle_column (force, 't'), 'v', bristle_column (force, 'v'), 'F', bristle_column (force, 'F'));
columns = {'signals', 't = t s, v = v m/s, F = F N'};
count = max (100, floor (str2double ([getenv("BR_COUNT") " "]) / 100)); % NaN where it is not set
never_grows ("bristle_call", max (count, 2000), @() bristle_call ({'eval', 'viscous', '--at=v = 2 m/s, sigma2 = 3 N*s/m'}));
never_grows ("bristle_call with laws", count, @() bristle_call ({'laws', '--json=-'}));
never_grows ("bristle_simulate", count, @() run (good));
never_grows ("bristle_observe", count, @() bristle_observe (felt, 'model', 'dahl', 'params', 'example', ...
                                                           'noise', 'F = 0.01 N, z = 1e-9 m', columns{:}));
never_grows ("bristle_identify", count, @() bristle_identify (felt, 'model', 'coulomb', columns{:}));
never_grows ("bristle_simulate that is refused", count, @refused_law);
disp ("pass: faults, the columns of the tool, leaks")
