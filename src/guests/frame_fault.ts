/** A guest violated the protocol. A caller that knows the guest adds its name. */
export class FrameFault extends Error {}

export function frameFault(what: string): FrameFault {
  return new FrameFault(what);
}

/** The other end of the pipe is gone. */
export class PipeEnd extends Error {}
