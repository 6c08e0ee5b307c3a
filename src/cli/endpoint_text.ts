import type { EndpointInfo } from '../tools/index.js';

/** An end of a topic or service as `ros2 topic info -v` shows it. */
export function endpointText(
  end: EndpointInfo,
  kind: 'PUBLISHER' | 'SUBSCRIPTION' | 'CLIENT' | 'SERVER',
): string {
  const { node, type, typeHash, guid, qos } = end;
  const { kind: history, depth } = qos.history;
  const gid = guid.match(/../g)!.join('.');
  const lines = [
    `Node name: ${node?.name ?? '_NODE_NAME_UNKNOWN_'}`,
    `Node namespace: ${node?.namespace ?? '_NODE_NAMESPACE_UNKNOWN_'}`,
    `Topic type: ${type}`,
    `Topic type hash: ${typeHash ?? 'INVALID'}`,
    `Endpoint type: ${kind}`,
    `GID: ${gid}`,
    'QoS profile:',
    `  Reliability: ${qos.reliability.toUpperCase()}`,
    `  History (Depth): ${history.toUpperCase()}${history === 'keep_last' ? ` (${depth})` : ''}`,
    `  Durability: ${qos.durability.toUpperCase()}`,
    `  Lifespan: ${durationText(qos.lifespan)}`,
    `  Deadline: ${durationText(qos.deadline)}`,
    `  Liveliness: ${qos.liveliness.toUpperCase()}`,
    `  Liveliness lease duration: ${durationText(qos.livelinessLease)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function durationText(duration: number): string {
  return Number.isFinite(duration) ? `${duration} nanoseconds` : 'Infinite';
}
