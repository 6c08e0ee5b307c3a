/** Runs commands as `main.ts` does, but in this process. */
import { vi } from 'vitest';
import { splitCommandLine } from '../src/cli/command_line.js';
import { programOf } from '../src/cli/program.js';

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command in this process, as `main.ts` does; thirty processes would take a minute on a busy machine.
 */
export async function commandHere(line: string, domain: string): Promise<Ended> {
  const split = splitCommandLine(['node', 'orrery', ...words(line)]);
  const said = { out: '', err: '' };
  const into = (key: 'out' | 'err') => (text: string | Uint8Array) => {
    said[key] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(into('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(into('err')),
  ];
  vi.stubEnv('ROS_DOMAIN_ID', domain);
  try {
    const program = await programOf([split.words[2]!], split);
    await program.parseAsync([...split.words]);
    return { code: Number(process.exitCode ?? 0), ...said };
  } catch (error) {
    return { code: 1, out: said.out, err: String((error as { code?: string }).code) };
  } finally {
    process.exitCode = 0;
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}

/** The words of a line; words in quotes stay together. */
const words = (line: string) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2]!);
