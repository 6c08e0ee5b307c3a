import type { Distribution } from '../distribution.js';
import type { BurstLoss, Fault } from '../faults/fault.js';
import type { ConfigNode } from './config_node.js';
import type { ConfigReader, Read } from './config_reader.js';

type Kind = Fault['fault'];
type Of<K extends Kind> = Fault & { readonly fault: K };

/** Reads the faults of a plan. */
export function faultReader(reader: ConfigReader, distribution: Read<Distribution>): Read<Fault> {
  const { text, duration } = reader;
  const probability = reader.number(0, 1);
  const interval = { at: duration, until: duration };
  const affected = { topic: text, from: text, to: text };
  const burst = reader.object<BurstLoss>(
    { enter: probability, leave: probability, bad: probability, good: probability },
    ['enter', 'leave'],
  );
  const kind = <K extends Kind>(name: K) => ({ fault: reader.choice(name) });
  const scalar: Read<number | string | boolean> = (node) =>
    node.value === null || node.value === undefined
      ? reader.refuse(node, 'A number, a text or true/false is needed.')
      : node.value;
  const readers: { readonly [K in Kind]: Read<Fault> } = {
    loss: reader.object<Of<'loss'>>({
      ...kind('loss'),
      probability,
      burst,
      ...affected,
      ...interval,
    }),
    duplicate: reader.object<Of<'duplicate'>>(
      { ...kind('duplicate'), probability, delay: distribution, ...affected, ...interval },
      ['probability'],
    ),
    reorder: reader.object<Of<'reorder'>>(
      { ...kind('reorder'), probability, delay: distribution, ...affected, ...interval },
      ['probability', 'delay'],
    ),
    corrupt: reader.object<Of<'corrupt'>>(
      {
        ...kind('corrupt'),
        probability,
        field: text,
        value: scalar,
        bits: reader.number(1, 1e6, true),
        ...affected,
        ...interval,
      },
      ['probability'],
    ),
    partition: reader.object<Of<'partition'>>(
      { ...kind('partition'), nodes: reader.list(text), ...interval },
      ['nodes'],
    ),
    crash: reader.object<Of<'crash'>>(
      { ...kind('crash'), node: text, at: duration, restart_after: duration },
      ['node', 'at'],
    ),
    freeze: reader.object<Of<'freeze'>>({ ...kind('freeze'), node: text, ...interval }, [
      'node',
      'at',
      'until',
    ]),
    clock: reader.object<Of<'clock'>>(
      {
        ...kind('clock'),
        node: text,
        offset: reader.signedDuration,
        drift_ppm: reader.number(-100_000, 100_000),
        at: duration,
      },
      ['node'],
    ),
    slow: reader.object<Of<'slow'>>(
      {
        ...kind('slow'),
        node: text,
        callback: text,
        factor: reader.number(0, 1e6),
        extra: distribution,
        ...interval,
      },
      ['node'],
    ),
    service_timeout: reader.object<Of<'service_timeout'>>(
      { ...kind('service_timeout'), service: text, probability, ...interval },
      ['service'],
    ),
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
