import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FilePlace, RunFiles, RunInfo } from '../../../model/engine_protocol.js';
import type { WorkerClient } from '../worker_client.js';
import { FoxgloveLink, type LinkState } from './foxglove_link.js';

/** How often the page reads the growing recording; reading takes at most a fifth of the time. */
const LOOK_MS = 700;
const RESTS = 4;
/** How often in a row reading may fail: a recording that is being written may lack its end at that moment. */
const MOST_BROKEN = 3;

/** What the server reports about an active run. */
interface TellsLive {
  readonly directory: string;
  readonly isOver: boolean;
  readonly socket: string;
  readonly files: readonly {
    readonly name: string;
    readonly size: number;
    readonly path: string;
  }[];
}

/** An active run, for the panels. */
export interface Live {
  readonly link: FoxgloveLink;
  readonly isOver: boolean;
  /** Whether nothing answers any longer because the command that started the run has ended. */
  readonly isGone: boolean;
  /** Shows the run at an earlier time, in ns since its start, by repeating it. */
  goBack(to: number): void;
}

export interface LiveRun {
  readonly info: RunInfo | undefined;
  readonly live: Live | undefined;
  readonly problem: string;
}

/** Follows an active run: its recording as it grows, and the run itself. */
export function useLiveRun(given: RunFiles | undefined, worker: WorkerClient): LiveRun {
  const [info, setInfo] = useState<RunInfo>();
  const [problem, setProblem] = useState('');
  const [told, setTold] = useState<TellsLive>();
  const [isGone, setGone] = useState(false);
  const live = useLink(given?.live, told, isGone);
  useEffect(() => {
    if (given?.live === undefined) return;
    const follower = new Follower(given.live, worker, { setInfo, setTold, setProblem, setGone });
    return () => follower.stop();
  }, []);
  return { info, live, problem };
}

function useLink(
  address: string | undefined,
  told: TellsLive | undefined,
  isGone: boolean,
): Live | undefined {
  const [link, setLink] = useState<FoxgloveLink>();
  const { socket, isOver = false } = told ?? {};
  useEffect(() => {
    if (socket === undefined) return;
    const made = new FoxgloveLink(socket);
    setLink(made);
    return () => made.close();
  }, [socket]);
  return useMemo(() => {
    if (address === undefined || link === undefined) return undefined;
    const back = new URL('back', address);
    const goBack = (to: number) => void fetch(back, { method: 'POST', body: String(to) });
    return { link, isOver, isGone, goBack };
  }, [address, link, isOver, isGone]);
}

/** The state of the connection. It changes often, so only components that need it should ask for it. */
export function useLinkState(link: FoxgloveLink): LinkState {
  const [state, setState] = useState(link.state);
  useEffect(() => link.watch(setState), [link]);
  return state;
}

interface Hearer {
  readonly setInfo: (info: RunInfo) => void;
  readonly setTold: (told: TellsLive) => void;
  readonly setProblem: (problem: string) => void;
  readonly setGone: (isGone: boolean) => void;
}

/** Reads the recording again and again. */
class Follower {
  #isWanted = true;
  #seen = '';
  #broken = 0;

  constructor(
    readonly address: string,
    readonly worker: WorkerClient,
    readonly hearer: Hearer,
  ) {
    void this.#follow();
  }

  async #follow(): Promise<void> {
    while (this.#isWanted) {
      const began = performance.now();
      try {
        const told = await this.#told();
        this.hearer.setGone(told === undefined);
        if (told !== undefined) await this.#look(told);
        this.hearer.setProblem('');
      } catch (error) {
        const text = (error as Error).message;
        this.hearer.setProblem(`The run cannot be followed: ${text}`);
      }
      const rest = Math.max(LOOK_MS, RESTS * (performance.now() - began));
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  /** @returns undefined if nobody answers */
  async #told(): Promise<TellsLive | undefined> {
    const response = await fetch(this.address).catch(() => undefined);
    return (await response?.json()) as TellsLive | undefined;
  }

  async #look(told: TellsLive): Promise<void> {
    this.hearer.setTold(told);
    const seen = JSON.stringify([told.directory, told.isOver, told.files]);
    if (seen === this.#seen || told.files.length < 3) return;
    const files = told.files.map(
      ({ name, size, path }): FilePlace => ({
        ...{ name, size },
        url: new URL(path, this.address).href,
      }),
    );
    const name = told.directory.split(/[/\\]/).at(-1) ?? told.directory;
    const info = await this.worker.ask('open', { name, files, live: this.address });
    if (info.problems.length > 0 && ++this.#broken < MOST_BROKEN) return;
    this.#broken = 0;
    this.#seen = seen;
    if (this.#isWanted) this.hearer.setInfo(info);
  }

  stop(): void {
    this.#isWanted = false;
  }
}
