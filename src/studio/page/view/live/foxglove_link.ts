/** Connects the page to a running simulation by the Foxglove WebSocket protocol, like any other viewer. */

/** Time between two attempts to connect, in ms. */
const AGAIN_MS = 400;
const NAME = 'foxglove.sdk.v1';

const FROM_SERVER = { time: 2, playback: 5 } as const;
const FROM_CLIENT = { message: 1, playback: 3 } as const;
const PAUSED = 1;

export interface LiveChannel {
  readonly id: number;
  readonly topic: string;
  readonly schemaName: string;
  /** The definition in `ros2msg` format. */
  readonly schema: string;
}

export interface LiveParameter {
  readonly name: string;
  readonly value?: unknown;
}

/** What is known about the run. */
export interface LinkState {
  readonly isOpen: boolean;
  /** ns since the epoch. */
  readonly time: bigint;
  readonly start: bigint;
  readonly isPaused: boolean;
  readonly rate: number;
  readonly channels: readonly LiveChannel[];
  readonly parameters: readonly LiveParameter[];
  /** What the server last refused, and why. */
  readonly note: string;
}

const CLOSED: LinkState = {
  ...{ isOpen: false, time: 0n, start: 0n, isPaused: false, rate: 1 },
  ...{ channels: [], parameters: [], note: '' },
};

type Told = Readonly<Record<string, unknown>>;

export class FoxgloveLink {
  state = CLOSED;
  readonly #url: string;
  readonly #watchers = new Set<(state: LinkState) => void>();
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWanted = true;
  /** The channels on which the page publishes, by topic and type. */
  readonly #own = new Map<string, number>();

  constructor(url: string) {
    this.#url = url;
    this.#connect();
  }

  /** @returns a function that stops watching */
  watch(watcher: (state: LinkState) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.state);
    return () => void this.#watchers.delete(watcher);
  }

  #connect(): void {
    const socket = new WebSocket(this.#url, [NAME]);
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') this.#hear(JSON.parse(data) as Told);
      else this.#hearFrame(new DataView(data));
    };
    socket.onclose = () => {
      this.#own.clear();
      this.#set(CLOSED);
      if (this.#isWanted) this.#timer = setTimeout(() => this.#connect(), AGAIN_MS);
    };
  }

  #set(changes: Partial<LinkState>): void {
    this.state = { ...this.state, ...changes };
    for (const watcher of this.#watchers) watcher(this.state);
  }

  #hear(told: Told): void {
    const { channels, parameters } = this.state;
    switch (told.op) {
      case 'serverInfo':
        this.#set({ isOpen: true, start: nanoseconds(told.dataStartTime) });
        break;
      case 'advertise':
        this.#set({ channels: [...channels, ...(told.channels as LiveChannel[])] });
        break;
      case 'unadvertise': {
        const gone = new Set(told.channelIds as number[]);
        this.#set({ channels: channels.filter(({ id }) => !gone.has(id)) });
        break;
      }
      case 'parameterValues': {
        const values = new Map(parameters.map((each) => [each.name, each]));
        for (const each of told.parameters as LiveParameter[]) values.set(each.name, each);
        const names = [...values.keys()].sort();
        this.#set({ parameters: names.map((name) => values.get(name)!) });
        break;
      }
      case 'status':
        this.#set({ note: String(told.message) });
    }
  }

  #hearFrame(frame: DataView): void {
    switch (frame.getUint8(0)) {
      case FROM_SERVER.time:
        this.#set({ time: frame.getBigUint64(1, true) });
        break;
      case FROM_SERVER.playback:
        this.#set({
          isPaused: frame.getUint8(1) === PAUSED,
          time: frame.getBigUint64(2, true),
          rate: Math.fround(frame.getFloat32(10, true)),
        });
    }
  }

  /** @param seek - ns since the epoch */
  pace(isPaused: boolean, rate = this.state.rate, seek?: bigint): void {
    const frame = new DataView(new ArrayBuffer(19));
    frame.setUint8(0, FROM_CLIENT.playback);
    frame.setUint8(1, isPaused ? 1 : 0);
    frame.setFloat32(2, rate, true);
    frame.setUint8(6, seek === undefined ? 0 : 1);
    frame.setBigUint64(7, seek ?? 0n, true);
    this.#send(frame.buffer);
  }

  askParameters(): void {
    this.#say({ op: 'getParameters', parameterNames: [], id: 'all' });
  }

  setParameter(name: string, value: unknown): void {
    this.#say({ op: 'setParameters', parameters: [{ name, value }], id: 'set' });
  }

  /** @param json - the message; fields that it leaves out have their defaults */
  publish(topic: string, schemaName: string, json: string): void {
    const key = `${topic} ${schemaName}`;
    let id = this.#own.get(key);
    if (id === undefined) {
      id = this.#own.size + 1;
      this.#own.set(key, id);
      const channel = { id, topic, encoding: 'json', schemaName };
      this.#say({ op: 'advertise', channels: [channel] });
    }
    const text = new TextEncoder().encode(json);
    const frame = new Uint8Array(5 + text.length);
    frame[0] = FROM_CLIENT.message;
    new DataView(frame.buffer).setUint32(1, id, true);
    frame.set(text, 5);
    this.#set({ note: '' });
    this.#send(frame.buffer);
  }

  #say(words: object): void {
    this.#set({ note: '' });
    this.#send(JSON.stringify(words));
  }

  #send(what: string | ArrayBuffer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(what);
  }

  close(): void {
    this.#isWanted = false;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}

function nanoseconds(stamp: unknown): bigint {
  const { sec, nsec } = stamp as { readonly sec: number; readonly nsec: number };
  return BigInt(sec) * 1_000_000_000n + BigInt(nsec);
}
