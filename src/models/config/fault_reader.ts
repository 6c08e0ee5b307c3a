import type { Distribution } from '../distribution.js';
import type { BurstLoss, Fault } from '../faults/fault.js';
import type { ConfigNode } from './config_node.js';
import type { ConfigReader, Read } from './config_reader.js';

type Kind = Fault['fault'];
type Of<K extends Kind> = Fault & { readonly fault: K };

type Readers<K extends Kind> = { readonly [Each in K]: Read<Fault> };

/** Reads the faults of a plan. */
export function faultReader(reader: ConfigReader, distribution: Read<Distribution>): Read<Fault> {
  const readers: Readers<Kind> = {
    ...messageFaultReaders(reader, distribution),
    ...nodeFaultReaders(reader, distribution),
  };
  const kindOf = reader.choice(...(Object.keys(readers) as Kind[]));
  return (node) => {
    const named = node.entries?.get('fault');
    if (named === undefined) {
      return reader.refuse(
        node,
        `A mapping with "fault: ${Object.keys(readers).join(' | ')}" is needed.`,
      );
    }
    const known = kindOf(named);
    const fault = known && readers[known](node);
    return fault && consistent(reader, node, fault);
  };
}

const kind = <K extends Kind>(reader: ConfigReader, name: K) => ({ fault: reader.choice(name) });

const intervalOf = ({ duration }: ConfigReader) => ({ at: duration, until: duration });

/** The readers of the faults that hit single messages. */
function messageFaultReaders(
  reader: ConfigReader,
  distribution: Read<Distribution>,
): Readers<'loss' | 'duplicate' | 'reorder' | 'corrupt'> {
  const { text } = reader;
  const probability = reader.number(0, 1);
  const struck = { probability, topic: text, from: text, to: text, ...intervalOf(reader) };
  const burst = reader.object<BurstLoss>(
    { enter: probability, leave: probability, bad: probability, good: probability },
    ['enter', 'leave'],
  );
  const scalar: Read<number | string | boolean> = (node) =>
    node.value === null || node.value === undefined
      ? reader.refuse(node, 'A number, a string or true/false is needed.')
      : node.value;
  const delayed = { ...struck, delay: distribution };
  const corrupted = { ...struck, field: text, value: scalar, bits: reader.number(1, 1e6, true) };
  return {
    loss: reader.object<Of<'loss'>>({ ...kind(reader, 'loss'), ...struck, burst }),
    duplicate: reader.object<Of<'duplicate'>>({ ...kind(reader, 'duplicate'), ...delayed }, [
      'probability',
    ]),
    reorder: reader.object<Of<'reorder'>>({ ...kind(reader, 'reorder'), ...delayed }, [
      'probability',
      'delay',
    ]),
    corrupt: reader.object<Of<'corrupt'>>({ ...kind(reader, 'corrupt'), ...corrupted }, [
      'probability',
    ]),
  };
}

/** The readers of the faults that hit nodes, services and the links between nodes. */
function nodeFaultReaders(
  reader: ConfigReader,
  distribution: Read<Distribution>,
): Readers<'partition' | 'crash' | 'freeze' | 'clock' | 'slow' | 'service_timeout'> {
  const { text, duration } = reader;
  const interval = intervalOf(reader);
  return {
    partition: reader.object<Of<'partition'>>(
      { ...kind(reader, 'partition'), nodes: reader.list(text), ...interval },
      ['nodes'],
    ),
    crash: reader.object<Of<'crash'>>(
      { ...kind(reader, 'crash'), node: text, at: duration, restart_after: duration },
      ['node', 'at'],
    ),
    freeze: reader.object<Of<'freeze'>>({ ...kind(reader, 'freeze'), node: text, ...interval }, [
      'node',
      'at',
      'until',
    ]),
    clock: reader.object<Of<'clock'>>(
      {
        ...kind(reader, 'clock'),
        node: text,
        offset: reader.signedDuration,
        drift_ppm: reader.number(-100_000, 100_000),
        at: duration,
      },
      ['node'],
    ),
    slow: reader.object<Of<'slow'>>(
      {
        ...kind(reader, 'slow'),
        node: text,
        callback: text,
        factor: reader.number(0, 1e6),
        extra: distribution,
        ...interval,
      },
      ['node'],
    ),
    service_timeout: reader.object<Of<'service_timeout'>>(
      {
        ...kind(reader, 'service_timeout'),
        service: text,
        probability: reader.number(0, 1),
        ...interval,
      },
      ['service'],
    ),
  };
}

function consistent(reader: ConfigReader, node: ConfigNode, fault: Fault): Fault | undefined {
  if ('until' in fault && 'at' in fault && (fault.at ?? 0) > (fault.until ?? 0)) {
    return reader.refuse(node, 'The fault ends (until) before it begins (at).');
  }
  if (fault.fault === 'loss' && (fault.probability === undefined) === (fault.burst === undefined)) {
    return reader.refuse(node, 'A loss needs either a probability or a burst.');
  }
  if (fault.fault === 'corrupt' && (fault.field === undefined) !== (fault.value === undefined)) {
    return reader.refuse(node, 'A corrupted field needs both field and value.');
  }
  return fault;
}
