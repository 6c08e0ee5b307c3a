/** A guest sent what the protocol does not allow; whoever knows the guest names it. */
export class FrameFault extends Error {}

export function frameFault(what: string): FrameFault {
  return new FrameFault(what);
}

/** The other end of the pipe is gone. */
export class PipeEnd extends Error {}
