## log_to_compensator.m - the tutorial log-to-compensator.md in Octave: friction from a log, compensators compared, C for the controller.
## It needs the functions of docs/octave.md (addpath octave) and a C compiler.

## 1. The log: time, position and drive force. This one is simulated: 5 kg, FC = 5 N, FS = 7 N
run = bristle_simulate ('mass', 'at', ['m = 5 kg, fr.sigma0 = 1e5 N/m, fr.sigma1 = 600 N*s/m, fr.FC = 5 N, ' ...
                                       'fr.FS = 7 N, fr.vs = 5 mm/s, fr.sigma2 = 20 N*s/m'], ...
                        'input', 'u = 9*sin(2*pi*0.9*t) + 5*sin(2*pi*0.23*t) + 4*sin(2*pi*4.1*t) N', ...
                        'until', '8 s', 'step', '1 ms', 'seed', 1, 'sensor', 'x = noise(0.2) um, u = noise(0.02) N');
log = struct ('t', bristle_column (run, 't'), 'x', bristle_column (run, 'x'), 'u', bristle_column (run, 'u'));

## 2. The friction
found = bristle_identify (log, 'signals', 't = t s, x = x m, u = u N', 'model', 'lugre', 'save_params', 'axis.par');
printf ('best law: %s\n', found.best);

## 3. Which compensator? With friction parameters that are 20 % wrong
text = bristle_call ({'control', 'lugre', '--params=axis.par', '--mass=5 kg', '--compensators=lugre', '--wrong=20 %', '--json=-'}, []);
compared = jsondecode (text);
for i = 1:numel (compared.compensators)
  c = compared.compensators(i);
  if iscell (c)
    c = c{1};
  end
  printf ('%-12s %.3g um rms\n', c.name, 1e6*c.rms);
  rms.(c.name) = c.rms;
end
assert (rms.lugre < rms.pid/4)

## 4. C for the controller, and its self-test
bristle_call ({'emit', 'lugre', '--params=axis.par', '--mass=5 kg', '--compensator=lugre', '--rate=5000', '--prefix=drive', '-o', 'drive'}, []);
[status, said] = system ('cc -std=c99 -O2 drive/drive.c drive/selftest.c -lm -o selftest && ./selftest');
printf ('%s', said);
assert (status, 0)
