import { type LiveGraph, LiveParticipant } from '../dds/index.js';
import type { Distro } from '../interfaces/index.js';
import { type Pace, RosbridgeParticipant, type RunClock } from '../rosbridge/index.js';
import { type LiveSettings, liveOptions } from './live_settings.js';
import type { Wire } from './wire.js';

/** The others of a run: a network, or web clients, which may ask for another pace. */
export interface Others extends Wire {
  readonly graph: LiveGraph;
  /** Tells the others that everything that has arrived has been applied. */
  caughtUp?(): void;
  attach?(clock: RunClock): void;
  tellPace?(pace: Pace, requestId: string | undefined): void;
  close(): Promise<void>;
}

/** What a run says about its types. */
export interface TypesOfRun {
  readonly distro: Distro;
  /** Folders of packages that define interfaces. */
  readonly interfaces?: readonly string[] | undefined;
}

/** Joins the network of a run, or opens the port at which web clients find it. */
export async function meetOthers(
  settings: LiveSettings,
  { distro, interfaces = [] }: TypesOfRun,
  more: { readonly start: bigint; readonly lastRequest: number },
): Promise<Others> {
  if (settings.serve !== undefined) {
    const { protocol, port, canRepeat = false } = settings.serve;
    const types = { distro, directories: interfaces };
    return RosbridgeParticipant.open({ protocol, port, types, canRepeat, ...more });
  }
  const participant = await LiveParticipant.open(liveOptions(settings, distro === 'humble'));
  participant.waitsForOwner = true;
  return participant;
}
