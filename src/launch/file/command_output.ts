import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchContext } from './launch_context.js';
import { pythonEnvironment, pythonProgram } from './python_environment.js';

/** A command that could not be run, or that ended with an error; the message says how. */
export class CommandFailure extends Error {}

/**
 * What a command prints.
 *
 * @throws CommandFailure
 */
export function commandOutput(words: readonly string[], context: LaunchContext): string {
  const { budget } = context.options;
  const [program = '', ...args] = words;
  const env = Object.fromEntries(context.scope.env);
  const isXacro = program === 'xacro' && !isOnPath(program, env.PATH);
  try {
    return execFileSync(
      isXacro ? pythonProgram() : program,
      // That of the workspace, as in a launch file in Python.
      isXacro ? ['-m', 'orrery_launch.workspace_xacro', ...args] : args,
      {
        encoding: 'utf8',
        ...(budget && { timeout: budget.left, killSignal: 'SIGKILL' }),
        env: isXacro ? { ...env, ...pythonEnvironment(context) } : env,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  } catch (cause) {
    const { code, status, stderr } = cause as {
      code?: string;
      status?: number | null;
      stderr?: string;
    };
    if (code === 'ETIMEDOUT' && budget?.left === 1) throw budget.usedUp(`"${words.join(' ')}"`);
    const said = stderr?.trim().split('\n').at(-1) ?? '';
    throw new CommandFailure(code ?? `exit ${status}${said === '' ? '' : `: ${said}`}`);
  }
}

function isOnPath(program: string, path = ''): boolean {
  return path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
}
