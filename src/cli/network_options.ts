/** The options that say which real network a command takes part in. */
import { Option } from 'commander';
import { OrreryError } from '../errors/index.js';
import type { LiveSettings, ServeSettings } from '../live/index.js';

/** The values of the options of a network. */
export interface NetworkWords {
  readonly domain?: string;
  readonly interface: readonly string[];
  readonly peer: readonly string[];
  /** False after `--no-multicast`. */
  readonly multicast?: boolean;
}

const collect = (value: string, list: readonly string[]) => [...list, value];

/** The options of every command that takes part in a network. */
export function networkOptions(): Option[] {
  return [
    new Option('--domain <n>', 'domain of ROS 2 (default: ROS_DOMAIN_ID, else 0)'),
    new Option(
      '--interface <name>',
      'network to be on, e.g. eth0 (repeatable; default: this machine only)',
    )
      .default([])
      .argParser(collect),
    new Option('--peer <address>', 'address at which to look for others (repeatable)')
      .default([])
      .argParser(collect),
    new Option('--no-multicast', 'find others through --peer only'),
  ];
}

/** The options with which a run takes part in a network, or serves clients. */
export function liveRunOptions(): Option[] {
  const live = new Option('--live', 'take part in a real network, in real time');
  const serve = new Option(
    '--serve <protocol[:port]>',
    'let web pages and viewers of this machine take part, in real time: rosbridge (port 9090) or foxglove (8765)',
  );
  const studio = new Option(
    '--studio',
    'show the run in the browser while it runs, with pause, rate, jumps in time and publishing',
  );
  return [live, ...networkOptions(), serve, studio];
}

/** The ports that clients expect. */
const PORTS: Readonly<Record<ServeSettings['protocol'], number>> = {
  rosbridge: 9090,
  foxglove: 8765,
};

/** @throws OrreryError `ORR_LIVE_OPTION` */
function serveSettingsOf(text: string): ServeSettings {
  const [, word, port] = /^([a-z]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const protocol = word === 'rosbridge' || word === 'foxglove' ? word : undefined;
  const number = Number(port ?? PORTS[protocol ?? 'rosbridge']);
  if (protocol === undefined || number < 1 || number > 65535) {
    throw wrong(
      `--serve ${text} names no server; write --serve rosbridge, --serve foxglove or --serve rosbridge:9191.`,
    );
  }
  return { protocol, port: number };
}

/** The network of a run, or what it serves; undefined without `--live` and `--serve`. */
export function liveSettingsOf(
  words: NetworkWords & {
    readonly live?: boolean;
    readonly serve?: string;
    readonly studio?: boolean;
    readonly strict?: boolean;
    readonly rate?: string;
  },
): LiveSettings | undefined {
  const { live, studio, strict, rate } = words;
  const serve = words.serve ?? (studio ? 'foxglove' : undefined);
  if (live && serve !== undefined)
    throw wrong('A run has either --live or --serve (which --studio implies); leave one out.');
  if (!live && serve === undefined) {
    if (words.domain === undefined && words.interface.length + words.peer.length === 0)
      return undefined;
    throw wrong('--domain, --interface and --peer belong to --live; add it.');
  }
  if (serve !== undefined && words.interface.length + words.peer.length > 0) {
    throw wrong('--serve is for this machine only: leave out --interface and --peer.');
  }
  if (strict)
    throw wrong(
      'Clients outside the run are an escape from the virtual world: leave out --strict.',
    );
  if (rate !== undefined)
    throw wrong('Clients outside the run have a pace of their own: leave out --rate.');
  const network = networkOf(words);
  if (serve === undefined) return network;
  const served = serveSettingsOf(serve);
  if (studio && served.protocol !== 'foxglove') {
    throw wrong(
      'The studio speaks the Foxglove protocol: write --serve foxglove, or leave it out.',
    );
  }
  return { domain: network.domain, serve: served };
}

/** @throws OrreryError `ORR_LIVE_OPTION` */
export function networkOf(words: NetworkWords): LiveSettings {
  const text = words.domain ?? process.env.ROS_DOMAIN_ID ?? '0';
  if (!/^\d{1,3}$/.test(text)) {
    throw wrong(`The domain "${text}" is not a number; use one from 0 to 232.`);
  }
  const interfaces = words.interface;
  // Loopback interfaces without multicast are common in containers; with this address, everything on this machine is
  // found.
  const peers = interfaces.length === 0 ? ['127.0.0.1', ...words.peer] : words.peer;
  return { domain: Number(text), interfaces, peers, multicast: words.multicast !== false };
}

function wrong(text: string): OrreryError {
  return new OrreryError('ORR_LIVE_OPTION', text);
}
