import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GuestCommand } from './guest_process.js';
import { pythonInterpreter } from './python_interpreter.js';

/** A program of another language. */
export interface GuestProgram {
  /** Its name in traces and messages. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** Its arguments, including ROS arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Variables that are hidden from it. */
  readonly unsetEnv?: readonly string[];
}

/** Variables of Orrery's own environment that are passed to a guest. */
export const MACHINE_VARIABLES = ['PATH', 'HOME', 'AMENT_PREFIX_PATH', 'PYTHONPATH', 'VIRTUAL_ENV'];

const LONGEST_SHEBANG = 256;

/** Folder of the Python packages that come with Orrery. */
const PYTHON = fileURLToPath(new URL('../../python', import.meta.url));

/** Whether a file is a program that is run as a process of its own: Python, or an executable. */
export function isGuestProgram(file: string): boolean {
  if (extname(file) === '.guest') return true;
  return extname(file) === '.py' || (extname(file) === '' && hasPythonShebang(file));
}

/** Whether a file without an extension, as packages install them, begins with `#!…python`. */
function hasPythonShebang(file: string): boolean {
  // Opening a named pipe would wait for its other end.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const start = Buffer.alloc(LONGEST_SHEBANG);
  const descriptor = openSync(file, 'r');
  try {
    const length = readSync(descriptor, start, 0, LONGEST_SHEBANG, 0);
    return /^#![^\n]*python/.test(start.toString('latin1', 0, length));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes glibc keep the memory that a message of 1 MB needed for the next one. Otherwise it asks the system for each,
 * page by page, which takes longer than everything else. The guest removes these variables before the program can
 * see them.
 */
const MEMORY = { MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '536870912' };

/** Modules of Orrery, then of the program's own package, of the machine, and of other packages. */
function pythonPath(program: GuestProgram, environment: NodeJS.ProcessEnv, others: string): string {
  const isHidden = program.unsetEnv?.includes('PYTHONPATH');
  const machine = isHidden ? undefined : environment.PYTHONPATH;
  return [PYTHON, program.env.PYTHONPATH, machine, others].filter(Boolean).join(':');
}

/**
 * The command that starts the program.
 *
 * @param settings variables that Orrery sets; `PYTHONPATH`: folders of packages of the workspace
 */
export function guestCommand(
  program: GuestProgram,
  environment: NodeJS.ProcessEnv,
  settings: Readonly<Record<string, string>>,
): GuestCommand {
  const { file, args } = program;
  const { PYTHONPATH: others = '', ...variables } = settings;
  const passed = MACHINE_VARIABLES.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const env: Record<string, string> = {
    ...Object.fromEntries(passed),
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    ...variables,
    ...program.env,
  };
  for (const name of program.unsetEnv ?? []) delete env[name];
  const cwd = dirname(file);
  if (extname(file) === '.guest') return { file, args, cwd, env };
  env.PYTHONPATH = pythonPath(program, environment, others);
  env.PYTHONHASHSEED = '0';
  env.PYTHONUTF8 = '1';
  for (const [name, value] of Object.entries(MEMORY)) env[name] ??= value;
  const python = pythonInterpreter(environment.ORRERY_PYTHON ?? 'python3', env.PATH);
  return { file: python, args: ['-m', 'orrery_guest', file, ...args], cwd: process.cwd(), env };
}
