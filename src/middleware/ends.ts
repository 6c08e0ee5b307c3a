import type { Reader, Writer } from '../dds/index.js';
import type { Entity } from '../graph/index.js';
import type { Member } from './datagram_network.js';
import type { Flow } from './flow.js';

/** A writer of an entity: for a publisher's messages, a client's requests or a server's responses. */
export interface Outlet {
  readonly entity: Entity;
  readonly member: Member;
  readonly writer: Writer;
  /** Numbers of publications that were not written for lack of room. */
  readonly refused: number[];
  last: Written;
}

/** A written sample: its sender in the graph, its number there, and its number on the wire. */
export interface Written {
  readonly of: object | undefined;
  readonly number: number;
  readonly sequence: number;
}

export const NOTHING: Written = { of: undefined, number: 0, sequence: 0 };
/** The wire number of a sample that was not written. */
export const REFUSED = -1;

/** The wire number of a publication. */
export function sequenceOf({ refused }: Outlet, number: number): number {
  if (refused.length === 0) return number;
  if (refused.includes(number)) return REFUSED;
  return number - refused.filter((each) => each < number).length;
}

/** A reader of an entity, with the flow from each writer, by GUID. */
export interface Inlet {
  readonly entity: Entity;
  readonly member: Member;
  readonly reader: Reader;
  readonly flows: Map<string, Flow>;
}

/** The endpoints of an entity on the network: one of the two for a topic, both for a service. */
export interface Ends {
  readonly outlet: Outlet | undefined;
  readonly inlet: Inlet | undefined;
}

/** Whether what the writer sends now will reach the reader, as far as the writer knows. */
export function reaches({ writer }: Outlet, { reader }: Inlet): boolean {
  return (
    writer.localReaders.includes(reader) ||
    writer.proxies.some(
      (proxy) => proxy.reader.data.guid.equals(reader.guid) && (proxy.isHeard || !proxy.isReliable),
    )
  );
}
