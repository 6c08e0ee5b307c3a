import { outside, real } from '../guard/index.js';

/** Two blocking pipes between the thread of a run and a guest, without names in a directory. */
export interface GuestPipes {
  /** Descriptors of this side. */
  readonly input: number;
  readonly output: number;
  /** Descriptors for the guest's standard descriptors 3 (it reads) and 4 (it writes). */
  readonly childInput: number;
  readonly childOutput: number;
}

/**
 * Makes the pipes. Node's own pipes of a child belong to the event loop, which does not turn while
 * the run's thread waits for a frame; so these are FIFOs whose names are removed at once.
 */
export function makePipes(): GuestPipes {
  return outside(() => {
    const { fs, os, childProcess } = real;
    const folder = fs.mkdtempSync(`${os.tmpdir()}/orrery-`);
    try {
      const names = [`${folder}/in`, `${folder}/out`] as const;
      childProcess.execFileSync('mkfifo', ['-m', '600', ...names]);
      const [toUs, fromUs] = names.map((name) => openBothEnds(name)) as [Ends, Ends];
      return {
        input: toUs.read,
        childOutput: toUs.write,
        childInput: fromUs.read,
        output: fromUs.write,
      };
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
}

interface Ends {
  readonly read: number;
  readonly write: number;
}

/** With both ends held by one descriptor, neither opening of a single end has to wait. */
function openBothEnds(name: string): Ends {
  const { fs } = real;
  const both = fs.openSync(name, fs.constants.O_RDWR);
  const read = fs.openSync(name, fs.constants.O_RDONLY);
  const write = fs.openSync(name, fs.constants.O_WRONLY);
  fs.closeSync(both);
  return { read, write };
}
