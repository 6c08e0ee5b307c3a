// Bundles the sources into one file per room, so that the command reads thirty files where it would
// read seven hundred. Run after `tsc -p tsconfig.build.json`: these files take the place of its
// modules in `dist`; its declarations stay. Without this step `dist` works the same, and starts more
// slowly.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const dist = join(root, 'dist');

/** What threads and processes of Orrery's own start with. */
const PROGRAMS = [
  'run/run_worker',
  'run/run_series_worker',
  'run/run_process',
  'bag/packing_thread',
  'guard/loader/esm_hook_data',
  'debug/debugged_run',
  'debug/inspector_thread',
  'dds/live_thread',
  'rosbridge/rosbridge_thread',
  'orchestrator/process_thread',
  'orchestrator/provider_thread',
];
/** Known by its address, and imported, too. */
const ALONE = ['debug/halt'];
/** What a benchmark looks at behind the doors. */
const LOOKED_AT = ['run/guarded_world'];

/** What that thread of the recorder needs of its room. */
const PACKING =
  /^bag\/(chunk_packer|packing_slot|compression|(de)?compress_lz4_frames?|zstd_extent|mcap_records|bag_error)$/;

/**
 * What is not loaded as a whole: of `cli` the chosen command, of `run` the side of the thread; and
 * what does not ship.
 */
const SPLIT = /^(cli|run|conformance|dds\/vectors)\//;

/** The modules that `package.json` names: what programs import, the commands and scripts. */
function namedModules() {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return [...text.matchAll(/dist\/([\w/]+)\.js\b/g)].map(([, name]) => name);
}

const rooms = readdirSync(src).filter((name) => existsSync(join(src, name, 'index.ts')));
const doors = rooms.map((room) => `${room}/index`);
const programs = new Set([...PROGRAMS, ...namedModules().filter((name) => /\bmain$/.test(name))]);
const entries = new Set([...namedModules(), ...doors, ...programs, ...LOOKED_AT]);

/** Name of a source without its extension, e.g. `kernel/timer_heap`. */
const nameOf = (file) => relative(src, file).replaceAll('\\', '/').replace(/\.ts$/, '');

/** The file that a module goes into; null: where the bundler likes. */
function fileOf(id) {
  const name = nameOf(id);
  if (ALONE.includes(name)) return name;
  if (PACKING.test(name)) return 'bag/packing';
  const room = name.split('/')[0];
  return programs.has(name) || SPLIT.test(name) || !rooms.includes(room) ? null : `${room}/room`;
}

const bundle = await rolldown({
  input: Object.fromEntries([...entries].map((name) => [name, join(src, `${name}.ts`)])),
  platform: 'node',
  external: (id) => !/^[./]/.test(id) && !resolve(id).startsWith(src),
  // No module of Orrery does anything but define when it is loaded, except programs.
  treeshake: { moduleSideEffects: false },
  preserveEntrySignatures: 'allow-extension',
  logLevel: 'warn',
});
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: ({ name }) =>
    name.endsWith('/room') || ALONE.includes(name) ? '[name].js' : 'chunks/[name]-[hash].js',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ name: fileOf, debugName: 'rooms' }],
  },
});

const written = new Set(output.map(({ fileName }) => join(dist, fileName)));
for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name);
  if (/\.js$|\.map$/.test(name) && !written.has(file)) rmSync(file);
}

// What the sources find by its address must be a file.
for (const name of readdirSync(src, { recursive: true })) {
  if (!/\.c?ts$/.test(name) || /\.test(_support)?\.ts$/.test(name)) continue;
  const text = readFileSync(join(src, name), 'utf8');
  for (const [, address] of text.matchAll(/new URL\('([\w./]+\.js)', import\.meta\.url\)/g)) {
    const file = fileURLToPath(new URL(address, pathToFileURL(join(dist, name))));
    if (!existsSync(file)) throw new Error(`${name} needs ${address}: add it to PROGRAMS`);
  }
}
