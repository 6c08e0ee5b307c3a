/** Programs are told of their own end as in Node, and in a launch each process separately. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { COMMAND, program, readRun } from './orrery_command.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

/** Programs that print what they are told; each also runs under Node, which must print the same. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'exit_code.cjs': `
    process.exitCode = 3;
    process.once('beforeExit', (code) => {
      console.log('beforeExit', code);
      setTimeout(() => console.log('later'), 10);
    });
    process.on('exit', (code) => console.log('exit', code, process.exitCode));`,
  'changed.cjs': `
    process.on('exit', (code) => { console.log('exit', code); process.exitCode = 9; });
    setTimeout(() => process.exit(4), 10);`,
  'exit_in_exit.mjs': `
    process.on('exit', (code) => { console.log('exit', code); process.exit(6); });
    await new Promise((resolve) => setTimeout(resolve, 10));`,
  'caught.cjs': `
    process.on('uncaughtException', (e, origin) => console.log('caught', e.message, origin));
    process.on('unhandledRejection', (e, p) => console.log('rejected', e.message, p instanceof Promise));
    setTimeout(() => { throw new Error('a'); }, 10);
    setTimeout(async () => { throw new Error('b'); }, 20);
    setTimeout(() => console.log('end'), 30);
    throw new Error('top');`,
  'rejected.cjs': `
    process.on('uncaughtException', (e, origin) => {
      console.log('caught', e.message, origin);
      process.exit(7);
    });
    process.on('exit', (code) => console.log('exit', code));
    Promise.reject(new Error('r'));`,
  'handled_late.cjs': `
    process.on('unhandledRejection', () => console.log('rejected'));
    process.on('rejectionHandled', (p) => console.log('handled', p === promise));
    const promise = Promise.reject(1);
    setTimeout(() => promise.catch(() => console.log('caught')), 20);
    setTimeout(() => console.log('end'), 30);`,
  'monitored.cjs': `
    process.on('uncaughtExceptionMonitor', (e, origin) => console.log('monitor', e.message, origin));
    process.once('unhandledRejection', (e) => console.log('rejected', e.message));
    process.once('uncaughtException', (e) => console.log('caught', e.message));
    process.on('exit', (code) => console.log('exit', code));
    setTimeout(async () => { throw new Error('first'); }, 10);
    setTimeout(() => { throw new Error('second'); }, 20);
    setTimeout(async () => { throw new Error('third'); }, 30);`,
  'captured.cjs': `
    const { setUncaughtExceptionCaptureCallback: set } = process;
    set((e) => console.log('captured', e.message));
    try { set(() => {}); } catch (e) { console.log(e.code, e.message); }
    try { set(5); } catch (e) { console.log(e.code, e.message); }
    console.log(process.hasUncaughtExceptionCaptureCallback());
    process.on('exit', (code) => console.log('exit', code));
    setTimeout(() => { throw new Error('first'); }, 10);
    setTimeout(async () => { throw new Error('second'); }, 20);
    setTimeout(() => { set(null); throw new Error('third'); }, 30);`,
  'threw.cjs': `
    process.on('exit', (code) => console.log('exit', code));
    setTimeout(() => { throw new Error('a'); }, 10);`,
  'threw_again.cjs': `
    process.on('exit', (code) => console.log('exit', code));
    process.on('uncaughtException', (e) => { console.log('caught', e.message); throw new Error('b'); });
    setTimeout(() => { throw new Error('a'); }, 10);`,
  'threw_again_captured.cjs': `
    process.on('exit', (code) => console.log('exit', code));
    process.setUncaughtExceptionCaptureCallback((e) => { console.log('caught', e.message); throw e; });
    setTimeout(() => { throw new Error('a'); }, 10);`,
  'threw_at_rejection.cjs': `
    process.on('exit', (code) => console.log('exit', code));
    process.on('unhandledRejection', (e) => { console.log('rejected', e.message); throw new Error('b'); });
    setTimeout(() => Promise.reject(new Error('a')), 10);`,
  'stalled.mjs': `
    process.on('exit', () => console.log('exit'));
    await new Promise(() => {});`,
  'listeners.cjs': `
    const first = () => console.log('first');
    process.on('exit', first).prependListener('exit', () => console.log('zeroth'));
    process.once('exit', () => console.log('last'));
    console.log(process.listenerCount('exit') >= 3, process.listeners('exit').includes(first));
    process.off('exit', first);`,
};

describe('a program is told of its end as under Node', () => {
  it.each(Object.entries(PROGRAMS))('%s', (name, text) => {
    const file = sandbox.write(name, text);
    const real = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    const { status, lines } = sandbox.orrery(['run', file, '--no-record']);
    expect(lines.slice(0, -2)).toEqual(real.stdout.trim().split('\n'));
    expect(status).toBe(real.status);
  });

  it('also if only an interval with the longest delay is left, which keeps a process alive', () => {
    sandbox.write(
      'kept.cjs',
      `const timer = setInterval(() => console.log('never'), 2 ** 31 - 1);
       setTimeout(() => console.log('end', timer.hasRef()), 10);
       process.on('beforeExit', () => console.log('beforeExit'));`,
    );
    const { status, lines } = sandbox.orrery(['run', 'kept.cjs', '--no-record']);
    expect(lines.slice(0, 2)).toEqual(['end true', 'beforeExit']);
    expect(lines[2]).toContain('Nothing left to do after 0.010 s');
    expect(status).toBe(0);
  });

  it('when it signals itself', () => {
    sandbox.write(
      'kills.cjs',
      `process.on('SIGTERM', (signal) => console.log('got', signal));
       setTimeout(() => process.kill(process.pid, 'SIGTERM'), 5);
       setTimeout(() => process.kill(process.pid, 'SIGINT'), 10);`,
    );
    const { status, lines } = sandbox.orrery(['run', 'kills.cjs', '--no-record']);
    expect(lines[0]).toBe('got SIGTERM');
    expect(status).toBe(130);
  });
});

/** Runs until it has printed `up`, then sends the signals. */
async function signalled(
  file: string,
  signal: NodeJS.Signals,
  words: readonly string[] = [],
): Promise<[code: number | null, stdout: string, stderr: string]> {
  const child = spawn(process.execPath, [COMMAND, 'run', file, '--no-record', ...words]);
  let [text, errors] = ['', ''];
  let sent = false;
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (!sent && text.includes('up\n')) sent = child.kill(signal);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, text, errors];
}

const ENDLESS = `
  const rclnodejs = require('rclnodejs');
  rclnodejs.init().then(() => {
    const node = rclnodejs.createNode('n');
    let n = 0;
    node.createTimer(1_000_000n, () => { if (n++ === 10) console.log('up'); });
    node.spin();
  });`;

describe('a signal from outside', () => {
  it('is passed to a program that listens, which decides', async () => {
    const file = sandbox.write(
      'listens.cjs',
      `process.on('SIGTERM', (signal, number) => {
         console.log('got', signal, number);
         setTimeout(() => process.exit(5), 1000);
       });${ENDLESS}`,
    );
    const [code, text, errors] = await signalled(file, 'SIGTERM');
    expect(text).toContain('got SIGTERM 15\n');
    expect(text).toContain('Finished (process.exit)');
    expect(code).toBe(5);
    expect(errors).toMatch(/^leak signal: SIGTERM at /m);
    expect(text).toContain('not reproducible by declaration: one place');
  });

  it('is refused in a strict run', async () => {
    const file = sandbox.write('strict.cjs', `process.on('SIGINT', () => {});${ENDLESS}`);
    const [code, , errors] = await signalled(file, 'SIGINT', ['--strict']);
    expect(errors).toContain('ORR_LEAK_SIGNAL');
    expect(code).toBe(1);
  });

  it('ends a program that does not listen, without telling it', async () => {
    const file = sandbox.write(
      'deaf.cjs',
      `process.on('SIGUSR2', () => {}).on('exit', () => console.log('exit'));${ENDLESS}`,
    );
    const [code, text] = await signalled(file, 'SIGINT');
    expect(text).toMatch(/^up\nInterrupted/);
    expect(code).toBe(130);
  });
});

describe('a user who interrupts a run', () => {
  it('is told what the run waited for', async () => {
    const file = sandbox.write(
      'asks.cjs',
      `${ENDLESS.replace('node.spin();', '$& asks(node);')}
       const asks = (node) => {
         node.createService('std_srvs/srv/Trigger', 'silent', () => {});
         for (const name of ['silent', 'absent'])
           node.createClient('std_srvs/srv/Trigger', name).sendRequestAsync({});
       };`,
    );
    const [code, , errors] = await signalled(file, 'SIGINT');
    expect(code).toBe(130);
    expect(errors).toContain(
      'warning: At the end /n waits for a response of the service /silent, which /n has not given',
    );
    expect(errors).toMatch(
      /warning: At the end \/n waits for .* \/absent, which no node offers \(.*asks\.cjs:\d+:\d+\)\./,
    );
  });

  it('is told that a module waits', async () => {
    const file = sandbox.write(
      'module.mjs',
      `import { createRequire } from 'node:module';
       const require = createRequire(import.meta.url);
       ${ENDLESS}
       await new Promise(() => {});`,
    );
    const [, , errors] = await signalled(file, 'SIGINT');
    expect(errors).toMatch(/At the end .*module\.mjs still waits in an "await" at top level/);
  });
});

/** Ends when its last node has been destroyed. */
const SETS_CODE = `
  const rclnodejs = require('rclnodejs');
  rclnodejs.init().then(() => {
    const node = rclnodejs.createNode('n');
    node.createTimer(100_000_000n, () => { process.exitCode = 3; node.destroy(); });
    node.spin();
  });`;

describe('in a launch', () => {
  it('each process has its own listeners and exit code, and ends separately', () => {
    sandbox.write(
      'a.cjs',
      `process.exitCode = 3;
       for (const ms of [50, 150]) setTimeout(() => console.log('a has', process.exitCode), ms);
       process.on('exit', (code) => console.log('a exits', code));`,
    );
    sandbox.write(
      'b.cjs',
      `process.on('exit', (code) => console.log('b exits', code));
       setTimeout(() => { console.log('b has', process.exitCode); throw new Error('boom'); }, 100);`,
    );
    sandbox.write(
      'two.launch.yaml',
      `launch:
  - executable: {cmd: node a.cjs, name: a}
  - executable: {cmd: node b.cjs, name: b}`,
    );
    const args = ['launch', 'two.launch.yaml', '--record', `${sandbox.folder}/run`];
    const { status, lines } = sandbox.orrery(args);
    const said = ['a has 3', 'b has undefined', 'b exits 1', 'a has 3', 'a exits 3'];
    expect(lines.slice(0, 5)).toEqual(said);
    const { errors } = readRun(`${sandbox.folder}/run`);
    expect(errors.map(({ code }) => code)).toEqual(['ORR_PROCESS_DIED', 'ORR_PROCESS_DIED']);
    expect(errors[1]!.message).toMatch(/^The process "a" ended at \S+ s of .* with exit code 3\.$/);
    expect(status).toBe(1);
  });

  it.each(['node exits.cjs', 'node sets_code.cjs', ...(PYTHON ? ['python3 exits.py'] : [])])(
    'a process that ends with an exit code is an error, and a warning if it is awaited: %s',
    (cmd) => {
      sandbox.write('exits.cjs', 'setTimeout(() => process.exit(3), 100);');
      sandbox.write('sets_code.cjs', SETS_CODE);
      sandbox.write('exits.py', 'import sys\nsys.exit(3)\n');
      const process = (more: string) =>
        `launch: [{executable: {cmd: ${cmd}, name: a${more}}}, {executable: {cmd: node waits.cjs, name: b}}]`;
      sandbox.write('waits.cjs', 'setTimeout(() => {}, 1000);');
      sandbox.write('plain.launch.yaml', process(''));
      sandbox.write('awaited.launch.yaml', process(', on_exit: shutdown'));
      const plain = sandbox.orrery(['launch', 'plain.launch.yaml', '--no-record']);
      const text = /ORR_PROCESS_DIED: The process "a" ended at .* with exit code 3\.$/m;
      expect(plain.stderr).toMatch(text);
      expect(plain.status).toBe(1);
      const awaited = sandbox.orrery(['launch', 'awaited.launch.yaml', '--no-record']);
      expect(awaited.stderr).toMatch(/^warning: The process "a" ended .* with exit code 3\.$/m);
      expect(awaited.status).toBe(3);
    },
  );

  it('a suite that fails is a process that fails', () => {
    const suite = program('failing_suite.cjs');
    sandbox.write(
      'suite.launch.yaml',
      `launch: [{executable: {cmd: node ${suite}, name: suite, output: screen}}]`,
    );
    const { status, stderr } = sandbox.orrery(['launch', 'suite.launch.yaml', '--no-record']);
    expect(stderr).toMatch(/^error ORR_PROCESS_DIED: The process "suite" ended .* exit code 1\.$/m);
    expect(status).toBe(1);
  });
});
