import type { Guest, Said } from './guest.js';
import type { GuestsOptions } from './guests_options.js';
import { codeOf, type GuestMishap, mishapOf, unsaid, whereOf } from './why_ended.js';

/**
 * What is wrong with the ends of guests that were told that their run is over, in the order of their starts. Those are left
 * out that another program has started, which takes their exit codes.
 */
export async function findMishaps(
  ends: ReadonlyMap<Guest, Said>,
  host: Pick<GuestsOptions['host'], 'died'>,
): Promise<GuestMishap[]> {
  const mishaps: GuestMishap[] = [];
  for (const [{ program, process, watched, session, over }, said] of ends) {
    if (over) continue;
    // One that hears no signals is not told when it has to end.
    if (said === undefined && !session.hearsSignals) continue;
    const own = said === 'gone' ? undefined : said;
    const [end, where] = [await process.ended, whereOf(session.running)];
    const ended = { program, said: own, process: end, hung: watched.hung, where };
    const lingering = { program, code: undefined, error: undefined };
    const mishap = said === undefined ? lingering : mishapOf(ended);
    if (mishap === undefined) continue;
    const isTaken = host.died?.(program.name, codeOf(ended), unsaid(ended)) === true;
    if (!isTaken) mishaps.push(mishap);
  }
  return mishaps;
}
