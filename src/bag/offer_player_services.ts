import { Service } from '../graph/index.js';
import type { MessageObject, TypeRegistry } from '../interfaces/index.js';
import type { BagPlayer } from './bag_player.js';

interface Time {
  readonly sec: number;
  readonly nanosec: number;
}

const nanoseconds = ({ sec, nanosec }: Time) => BigInt(sec) * 1_000_000_000n + BigInt(nanosec);

/**
 * The services of rosbag2's player below its node's name. `start`: the first stamp to play.
 * A burst of 0 messages means all that are left, as in rosbag2.
 */
export function offerPlayerServices(player: BagPlayer, types: TypeRegistry, start: bigint): void {
  const { node } = player;
  const offer = <Request extends object>(
    name: string,
    type: string,
    answer: (request: Request) => object,
  ) => {
    new Service(
      node,
      node.resolve(`~/${name}`),
      types.service(`rosbag2_interfaces/srv/${type}`),
      (request: MessageObject, respond) => respond(answer(request as Request)),
    );
  };
  const done = (action: () => void) => () => {
    action();
    return {};
  };
  offer(
    'pause',
    'Pause',
    done(() => player.pause()),
  );
  offer(
    'resume',
    'Resume',
    done(() => player.resume()),
  );
  offer(
    'toggle_paused',
    'TogglePaused',
    done(() => (player.paused ? player.resume() : player.pause())),
  );
  offer(
    'stop',
    'Stop',
    done(() => player.stop()),
  );
  offer('is_paused', 'IsPaused', () => ({ paused: player.paused }));
  offer('get_rate', 'GetRate', () => ({ rate: player.rate }));
  offer<{ rate: number }>('set_rate', 'SetRate', ({ rate }) => ({ success: player.setRate(rate) }));
  offer('play_next', 'PlayNext', () => ({ success: player.burst(1) === 1 }));
  offer<{ num_messages: bigint }>('burst', 'Burst', ({ num_messages: count }) => {
    const most = BigInt(count) === 0n ? Number.POSITIVE_INFINITY : Number(count);
    return { actually_burst: BigInt(player.burst(most)) };
  });
  offer<{ time: Time }>('seek', 'Seek', ({ time }) => {
    player.seek(nanoseconds(time));
    return { success: true };
  });
  offer<PlayRequest>('play', 'Play', (request) => {
    const from = start + nanoseconds(request.start_offset);
    return { success: player.play(from, endOf(request, from)) };
  });
}

interface PlayRequest {
  readonly start_offset: Time;
  readonly playback_duration: Time;
  readonly playback_until_timestamp: Time;
}

/** The last stamp to play, the earlier of the two limits; a duration or time that is not above 0 sets no limit. */
function endOf(request: PlayRequest, from: bigint): bigint | undefined {
  const duration = nanoseconds(request.playback_duration);
  const until = nanoseconds(request.playback_until_timestamp);
  const ends = [duration > 0n ? from + duration : 0n, until].filter((end) => end > 0n);
  return ends.sort((a, b) => (a < b ? -1 : 1))[0];
}
