// Runs systems one after another in one warm thread, and each in a fresh process; prints what differs for each
// system. The only argument names a file with a list of systems: files, and options of `describeSystem`.
import { readFileSync } from 'node:fs';

const built = (room) => import(new URL(`../../dist/${room}/index.js`, import.meta.url));
const { describeSystem } = await built('launch');
const { openRunner } = await built('run');
const PROCESSES = 2;
const systems = JSON.parse(readFileSync(process.argv[2], 'utf8'));

/** Everything in a run that can be compared, by name. */
async function observe(runner, { files, options }) {
  try {
    const { config } = describeSystem({ files }, options);
    const { digest, end, endDetail, exitCode, errors, warnings, leaks, callbacks, messages } =
      await runner.run(config);
    return {
      digest,
      end,
      endDetail,
      exitCode,
      callbacks,
      messages,
      warnings,
      leaks,
      errors: errors.map(shown),
    };
  } catch (error) {
    return { refused: shown(error) };
  }
}

function shown({ code, message }) {
  return `${code}: ${message}`;
}

const fresh = openRunner('process', PROCESSES);
const warm = openRunner('series', 1);
let threads = 0;
process.on('worker', () => threads++);
const wanted = Promise.all(systems.map((system) => observe(fresh, system)));
const found = [];
for (const system of systems) found.push(await observe(warm, system));
warm.close();
for (const [i, expected] of (await wanted).entries()) {
  const seen = JSON.parse(JSON.stringify(found[i]));
  const hoped = JSON.parse(JSON.stringify(expected));
  const differing = Object.keys(hoped).filter(
    (name) => JSON.stringify(seen[name]) !== JSON.stringify(hoped[name]),
  );
  const [was, should] = [seen, hoped].map((all) => differing.map((name) => [name, all[name]]));
  process.stdout.write(
    `${JSON.stringify({ i, end: hoped.end, refused: hoped.refused, leaks: hoped.leaks?.length, callbacks: hoped.callbacks, was, should, threads })}\n`,
  );
}
