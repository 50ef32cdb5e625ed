## first_hour.m - the tutorial first-hour.md in Octave: stick-slip, a law of your own, a fit.
## It needs the functions of docs/octave.md: addpath octave

## 1. See stick-slip: the position of the mass is a staircase
run = bristle_simulate ('stick-slip', 'params', 'fig-6', 'until', '20 s');
fast = bristle_simulate ('stick-slip', 'params', 'fig-6', 'input', 'vp = 1 m/s', 'until', '20 s');
if ! exist ('no_pictures', 'var')
  plot (bristle_column (run, 't'), [bristle_column(run, 'x'), bristle_column(run, 'y')]);
  xlabel ('time, s');
  ylabel ('position, m');
  legend ('mass', 'end of the spring');
end
at_rest = @(table) 100*mean (abs (bristle_column (table, 'v')) < 1e-4);
printf ('at rest: slow in %.0f %% of the rows, fast in %.0f %%\n', at_rest (run), at_rest (fast));

## 2. What is in the law
point = jsondecode (bristle_call ({'eval', 'lugre', '--params=table-I', '--at=v = 1 mm/s, z = 1 um', '--json=-'}, []));
printf ('F = %.6g %s\n', point.values.F, point.units.F);

## 3. Write your own: Coulomb friction that fades with speed
file = fopen ('mine.law', 'w');
fprintf (file, '%s\n', 'law mine "Coulomb friction that fades with speed"', 'version 1', 'input v m/s', 'param FC N > 0', ...
         'param FV N >= 0', 'param vs m/s > 0', 'output F N', 'F = (FV + (FC - FV)/(1 + (v/vs)^2))*tanh(v/(0.01*vs))');
fclose (file);
mine = bristle_simulate ('mine.law', 'at', 'FC = 5 N, FV = 3 N, vs = 1 cm/s', 'input', 'v = 0.02*sin(2*pi*t) m/s', 'until', 2);
printf ('mine.law: up to %.3g N\n', max (bristle_column (mine, 'F')));

## 4. A log of an axis: 5 kg, LuGre friction with FC = 5 N and FS = 7 N
run = bristle_simulate ('mass', 'at', ['m = 5 kg, fr.sigma0 = 1e5 N/m, fr.sigma1 = 600 N*s/m, fr.FC = 5 N, ' ...
                                       'fr.FS = 7 N, fr.vs = 5 mm/s, fr.sigma2 = 20 N*s/m'], ...
                        'input', 'u = 9*sin(2*pi*0.9*t) + 5*sin(2*pi*0.23*t) + 4*sin(2*pi*4.1*t) N', ...
                        'until', '8 s', 'step', '1 ms', 'seed', 1, 'sensor', 'x = noise(0.2) um, u = noise(0.02) N');
log = struct ('t', bristle_column (run, 't'), 'x', bristle_column (run, 'x'), 'u', bristle_column (run, 'u'));

## 5. Fit it: parameters lie within about two standard deviations of what was planted
found = bristle_identify (log, 'signals', 't = t s, x = x m, u = u N', 'model', 'lugre');
names = {'FC', 'FS', 'm'};
planted = [5, 7, 5];
for i = 1:numel (names)
  p = found.laws(1).parameters.(names{i});
  sd = max ([p.sd, p.sd_coloured]);
  printf ('%s = %.5g +- %.2g %s\n', names{i}, p.value, sd, p.unit);
  assert (abs (p.value - planted(i)) < 3*sd)
end
