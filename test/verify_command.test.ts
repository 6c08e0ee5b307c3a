/**
 * `orrery verify` as a user sees it: systems of every kind, certificates, and interruption.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { COMMAND, program, ROOT, temporaryDirectory } from './orrery_command.js';

const HAZARD = join(ROOT, 'examples/hazards/priority_inversion');

describe('orrery verify', () => {
  it('verifies a launch file with models, and another run agrees with its certificate', () => {
    const certificate = join(temporaryDirectory(), 'certificate.json');
    const system = [join(HAZARD, 'system.launch.yaml'), '--models', join(HAZARD, 'hazard.yaml')];
    const first = orrery([
      ...['verify', ...system, '--until', '1s', '-n', '1', '--certificate', certificate],
    ]);
    expect(first.stdout).toMatch(/The same run 2 times: digest \w{16}, 23 callbacks/);
    const { inputs } = JSON.parse(readFileSync(certificate, 'utf8')) as {
      inputs: { name: string }[];
    };
    expect(inputs.map(({ name }) => name)).toEqual(['bumper.js', 'robot.js', 'hazard.yaml']);

    const second = orrery([
      ...['verify', ...system, '--until', '1s', '-n', '1', '--against', certificate],
    ]);
    expect(second.stdout).toContain(`This machine agrees with ${certificate}.`);
    expect(second.status).toBe(0);
  });

  it('lists in the certificate the places where a system leaves the simulation', () => {
    const certificate = join(temporaryDirectory(), 'certificate.json');
    const leaking = join(ROOT, 'test/nondeterminism/nan_bytes.cjs');
    orrery(['verify', leaking, '--until', '0.25s', '-n', '1', '--certificate', certificate]);
    const what = 'a NaN in the bytes of std_msgs/msg/UInt8MultiArray.data';
    expect(JSON.parse(readFileSync(certificate, 'utf8'))).toMatchObject({
      reproducible: false,
      leaks: [expect.stringMatching(new RegExp(`^nan: ${what} at .*nan_bytes\\.cjs:13$`))],
    });
  });

  it('does not call runs the same if they did not start', () => {
    const broken = join(temporaryDirectory(), 'broken.cjs');
    writeFileSync(broken, 'require("rclnodejs"); nonsense();\n');
    const { stdout, stderr, status } = orrery(['verify', broken, '--until', '1s', '-n', '1']);
    expect([stdout, status]).toEqual(['', 1]);
    expect(stderr).toContain('nonsense is not defined');
    expect(stderr).toContain(`${broken}:1`);
  });

  it('reports its results if it is interrupted', async () => {
    const args = [COMMAND, 'verify', program('talker.js'), '--until', '1s', '-n', '1000000'];
    const TMPDIR = temporaryDirectory();
    const env = { ...process.env, TMPDIR };
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    // Before it has a folder for its runs, the signal would only end Node.
    const look = setInterval(() => {
      if (readdirSync(TMPDIR).some((name) => name.startsWith('orrery-verify-'))) {
        clearInterval(look);
        setTimeout(() => child.kill('SIGINT'), 2000);
      }
    }, 100);
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(130);
    if (printed !== '') expect(printed).toMatch(/Interrupted after \d+ of 1000000 repetitions\./);
  });
});
