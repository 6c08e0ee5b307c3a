// Bundles the sources into one file per room, and what every run needs into four files, so that the command reads
// twenty files instead of seven hundred. Run after `tsc -p tsconfig.build.json`: the bundles replace the compiler's
// modules in `dist`; its declarations stay. Without this step, `dist` works the same but starts more slowly.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { keepCode } from './keep_code.mjs';
import { splitCode } from './split_code.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const dist = join(root, 'dist');

/** Entry points of Orrery's own threads and processes. */
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
/** Found by its address, but also imported. */
const ALONE = ['debug/halt'];
/** Loads the scripts of large modules. */
const LOADER = 'start/index';
/** Modules that a benchmark inspects directly. */
const LOOKED_AT = ['run/guarded_world'];

/** The modules of its room that the recorder's packing thread needs. */
const PACKING =
  /^bag\/(chunk_packer|compression|(de)?compress_lz4_frames?|zstd_extent|mcap_records|transposer)$/;
/** What a run's main thread needs of it: with the errors, which both threads load anyway. */
const WITH_ERRORS = /^bag\/(packing_slot|bag_error)$/;

/**
 * Modules of rooms that are never loaded as a whole (of `cli` only the chosen command, of `run` only one thread's
 * side) or that do not ship.
 */
const SPLIT = /^(cli|run|start|conformance|dds\/vectors)\//;

/** The modules that `package.json` names: those that programs import, commands and scripts. */
function namedModules() {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return [...text.matchAll(/dist\/([\w/]+)\.js\b/g)].map(([, name]) => name);
}

/**
 * The entry points of the two threads of a run. What both need becomes one file, and so does what only one of them
 * needs, whatever rooms it comes from: reading less, and fewer files, is most of what a start can save. What commands
 * that read recordings share with the thread of a run is a file, too, so that they need not read the rest of it.
 */
const STARTS = {
  command: ['cli/run_command_line'],
  main: ['cli/command_line', 'cli/run'],
  thread: ['run/run_worker'],
  recorded: ['cli/run_checks'],
};
/** Rooms that other threads load without a run, or that are found by their place; they import only each other. */
const APART = /^(errors|math|packages|guard|start)\//;
/** The exception: the part that a run's main thread needs, and that can be loaded alone. */
const MAIN_ALSO = /^guard\/script_places$/;

const rooms = readdirSync(src).filter((name) => existsSync(join(src, name, 'index.ts')));
const doors = rooms.map((room) => `${room}/index`);
const programs = new Set([...PROGRAMS, ...namedModules().filter((name) => /\bmain$/.test(name))]);
const entries = new Set([...namedModules(), ...doors, ...programs, ...LOOKED_AT]);

/** The name of a source without its extension, e.g. `kernel/timer_heap`. */
const nameOf = (file) => relative(src, file).replaceAll('\\', '/').replace(/\.ts$/, '');

const options = {
  platform: 'node',
  external: (id) => !/^[./]/.test(id) && !resolve(id).startsWith(src),
  // Loading a module of Orrery has no side effects, except for programs.
  treeshake: { moduleSideEffects: false },
  preserveEntrySignatures: 'allow-extension',
  logLevel: 'warn',
};
const inputOf = (names) => Object.fromEntries(names.map((name) => [name, join(src, `${name}.ts`)]));

/** All modules that these load on start, without those that they load when needed. */
function closureOf(starts) {
  const reached = new Set(starts.map((name) => `${name}.js`));
  for (const file of reached) {
    for (const imported of modules.get(file)?.imports ?? []) reached.add(imported);
  }
  return new Set([...reached].map((file) => file.replace(/\.js$/, '')));
}

const bundle = await rolldown({ ...options, input: inputOf([...entries]) });
const apart = await bundle.generate({
  dir: dist,
  preserveModules: true,
  preserveModulesRoot: src,
  entryFileNames: '[name].js',
});
const modules = new Map(apart.output.map((module) => [module.fileName, module]));
const { command, main, thread, recorded } = Object.fromEntries(
  Object.entries(STARTS).map(([start, names]) => [start, closureOf(names)]),
);
/** The modules that Node's thread for ES module hooks needs; otherwise it would load everything that the guard replaces. */
const hooks = closureOf(['guard/loader/esm_hook_data']);

/** The bundle of a module that every run needs; undefined for all other modules. */
function startOf(name) {
  if (APART.test(name) && !MAIN_ALSO.test(name)) return undefined;
  if (!thread.has(name)) {
    if (command.has(name)) return 'start/command';
    return main.has(name) ? 'start/main' : undefined;
  }
  if (main.has(name)) return 'start/both';
  return recorded.has(name) ? 'start/recorded' : 'start/thread';
}

/** The bundle of a module; null: the bundler decides. */
function fileOf(id) {
  const name = nameOf(id);
  if (ALONE.includes(name)) return name;
  if (PACKING.test(name)) return 'bag/packing';
  if (WITH_ERRORS.test(name)) return 'errors/room';
  if (programs.has(name)) return null;
  if (hooks.has(name) && name.startsWith('guard/')) return 'guard/hooks';
  const start = startOf(name);
  if (start !== undefined) return start;
  const room = name.split('/')[0];
  return SPLIT.test(name) || !rooms.includes(room) ? null : `${room}/room`;
}

const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  comments: false,
  entryFileNames: '[name].js',
  chunkFileNames: ({ name }) =>
    /\/room$|^start\/|^guard\/hooks$/.test(name) || ALONE.includes(name)
      ? '[name].js'
      : 'chunks/[name]-[hash].js',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ name: fileOf, debugName: 'rooms' }],
  },
});

// If files loaded each other in a circle, one would find another incomplete.
const files = new Map(output.map((file) => [file.fileName, { ...file, state: 'new' }]));
function checkCircles(name, path) {
  const file = files.get(name);
  if (file === undefined || file.state === 'done') return;
  if (file.state === 'open') throw new Error(`a circle: ${[...path, name].join(' → ')}`);
  file.state = 'open';
  for (const imported of file.imports ?? []) checkCircles(imported, [...path, name]);
  file.state = 'done';
}
for (const name of files.keys()) checkCircles(name, []);

const written = new Set(output.map(({ fileName }) => join(dist, fileName)));
for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name);
  if (/\.js$|\.map$/.test(name) && !written.has(file)) rmSync(file);
}

// V8 stores the text of a file that has a single non-Latin-1 character, such as an arrow, with two bytes per
// character, in every thread that loads it. The code of large files becomes scripts, which V8 need not compile each time.
rmSync(join(dist, 'code'), { recursive: true, force: true });
for (const file of written) {
  const text = readFileSync(file, 'utf8');
  if (/\\[\u0080-\uffff]/.test(text)) throw new Error(`${file}: a backslash before a letter`);
  const plain = text.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const address = relative(dirname(file), join(dist, `${LOADER}.js`)).replaceAll('\\', '/');
  const split = splitCode(plain, basename(file), address.replace(/^(?!\.)/, './'));
  if (split !== undefined) writeFileSync(join(dirname(file), split.script), split.code);
  if (split !== undefined || plain !== text) writeFileSync(file, split?.module ?? plain);
}

// Everything that the sources find by its address must be a file.
for (const name of readdirSync(src, { recursive: true })) {
  if (!/\.c?ts$/.test(name) || /\.test(_support)?\.ts$/.test(name)) continue;
  const text = readFileSync(join(src, name), 'utf8');
  for (const [, address] of text.matchAll(/new URL\('([\w./]+\.js)', import\.meta\.url\)/g)) {
    const file = fileURLToPath(new URL(address, pathToFileURL(join(dist, name))));
    if (!existsSync(file)) throw new Error(`${name} needs ${address}: add it to PROGRAMS`);
  }
}

keepCode(dist);
