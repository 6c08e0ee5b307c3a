import { LiveParticipant } from '../dds/index.js';
import { LiveSession } from './live_session.js';
import { type LiveSettings, liveOptions } from './live_settings.js';
import type { LiveWorld } from './live_world.js';
import type { WireInput } from './wire.js';

/** How long the process waits at its end for written data to be delivered, in ms. */
const PATIENCE_MS = 700;

/**
 * Reads `ORRERY_LIVE`: `1` stands for the network of this machine, otherwise it lists names or addresses of
 * interfaces. Undefined if it asks for nothing.
 */
export function liveSettingsOf(env: NodeJS.ProcessEnv, domain: number): LiveSettings | undefined {
  const asked = list(env.ORRERY_LIVE);
  if (asked.length === 0 || asked[0] === '0') return undefined;
  const interfaces = asked[0] === '1' ? [] : asked;
  return { domain, interfaces, peers: list(env.ORRERY_PEERS) };
}

const list = (text = '') => text.split(',').filter((each) => each.trim() !== '');

/**
 * Joins a world to a network until its process ends; then it says good-bye.
 *
 * @param touch brings the world's time up to now; called before each input from outside
 * @throws OrreryError `ORR_DDS_…` when the network cannot be joined
 */
export async function joinNetwork(
  world: LiveWorld,
  settings: LiveSettings,
  touch: () => void,
): Promise<void> {
  const participant = await LiveParticipant.open(liveOptions(settings, world.distro === 'humble'));
  const arrive = (input: WireInput) => {
    touch();
    session.apply(input);
  };
  const session = new LiveSession(world, participant, settings.domain, arrive);
  for (const news of participant.graph.all()) arrive({ kind: 'news', news });
  participant.graph.watch((news) => arrive({ kind: 'news', news }));
  participant.unref();
  const leave = () => participant.closeNow(PATIENCE_MS);
  process.once('exit', leave);
  process.once('SIGTERM', () => {
    process.removeListener('exit', leave);
    leave();
    // Does what the signal would have done, unless the program handles it, too.
    if (process.listenerCount('SIGTERM') === 0) process.kill(process.pid, 'SIGTERM');
  });
}
