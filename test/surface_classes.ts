import { IO_SURFACE } from './io_surface.js';
import { LANGUAGE_SURFACE } from './language_surface.js';
import { MODULE_SURFACE } from './module_surface.js';

/**
 * What the guard does with something that Node offers:
 *
 * - `virtual`: the virtual world answers;
 * - `held`: the answer comes from outside, and time stands still for it;
 * - `reported`: using it is in the leak report, and an error with `--strict`;
 * - `sometimes`: like `reported`, for some arguments only;
 * - `pure`: its result depends only on what it, or others in this list, were given;
 * - `unseen`: it reveals the machine or Node's version, and Node forbids replacing it.
 */
export type SurfaceClass = 'virtual' | 'held' | 'reported' | 'sometimes' | 'pure' | 'unseen';

/** The class of everything that Node 20, 22 and 24 offer, by path. */
export function surfaceClasses(): Map<string, SurfaceClass> {
  const classes = new Map<string, SurfaceClass>();
  const text = `${LANGUAGE_SURFACE}${IO_SURFACE}${MODULE_SURFACE}`.replace(/\n {2}/g, ' ').trim();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, holder = '', word, members = ''] = /^(\S+) (\w+): (.*)$/.exec(line) ?? [];
    for (const member of members.split(' ')) {
      const name = holder === 'globalThis' ? member : `${holder}.${member}`;
      if (classes.has(name)) throw new Error(`${name} is classified twice.`);
      classes.set(name, word as SurfaceClass);
    }
  }
  return classes;
}
