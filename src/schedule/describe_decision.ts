import {
  type Decision,
  type DeliveryDecision,
  isDeliveryDecision,
  isDiscoveryDecision,
  isNodeFault,
  isOrderDecision,
  isSeedDecision,
  isTimerDecision,
  type LinkFaultDecision,
  type NodeFaultDecision,
  type TimerDecision,
} from './decision.js';

/** The decision in words, e.g. `/t3 → /c before /t1 → /c at 12.340000000 s`. */
export function describeDecision(decision: Decision): string {
  if (isOrderDecision(decision)) {
    const { at, run, before } = decision;
    return `${run} before ${before} at ${secondsOf(at)} s`;
  }
  if (isSeedDecision(decision)) return `the system has the seed ${decision.seed}`;
  if (isTimerDecision(decision)) return describeTimer(decision);
  if (isDiscoveryDecision(decision)) {
    const { found, from, to, after } = decision;
    return `${to} and ${from} find each other on ${found} after ${after / 1e6} ms`;
  }
  if (isDeliveryDecision(decision)) return describeDelivery(decision);
  return isNodeFault(decision) ? describeNodeFault(decision) : describeLinkFault(decision);
}

function describeTimer({ timer, call, at, late }: TimerDecision): string {
  const time = `${late / 1e6} ms`;
  if (call === 0)
    return `${timer} is started ${time} later, so that it is late from ${secondsOf(at)} s on`;
  return `${timer} is ${time} late at ${secondsOf(at)} s (call ${call})`;
}

function describeDelivery({ topic, from, to, message, delay, call }: DeliveryDecision): string {
  const what = `${call ?? 'message'} ${message} of ${from} on ${topic}`;
  if (delay === 'lost') return `${what} does not reach ${to}`;
  return `${what} takes ${delay / 1e6} ms to reach ${to}`;
}

function describeNodeFault({ fault, node, callback, at, time }: NodeFaultDecision): string {
  const when = `before its callback ${callback}, at ${secondsOf(at)} s`;
  if (fault === 'freeze') return `${node} is frozen for ${(time ?? 0) / 1e6} ms ${when}`;
  const again = time === undefined ? '' : `, and is started again ${time / 1e6} ms later`;
  return `${node} crashes ${when}${again}`;
}

function describeLinkFault(decision: LinkFaultDecision): string {
  const { fault, topic, from, to, message, at, time } = decision;
  const period = `${time / 1e6} ms`;
  const what = `message ${message} of ${from} on ${topic}, at ${secondsOf(at)} s,`;
  switch (fault) {
    case 'down':
      return `nothing arrives on ${topic} for ${period} from ${secondsOf(at)} s on, starting with message ${message} of ${from} to ${to}`;
    case 'duplicate':
      return `${what} reaches ${to} twice${time === 0 ? '' : `, ${period} apart`}`;
    case 'reorder':
      return `${what} is held up for ${period} on its way to ${to} and overtaken`;
  }
}

/** ns as seconds with all digits. */
function secondsOf(time: number): string {
  return (BigInt(time) / 1_000_000_000n).toString() + `.${String(time % 1e9).padStart(9, '0')}`;
}
