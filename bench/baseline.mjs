// The baseline of the figures, measured in the same run: a discrete-event simulator as one would write it in an
// afternoon, with a sorted array of event objects, an EventEmitter for topics, and a structured clone for every
// delivery.
import { EventEmitter } from 'node:events';

/** Runs a chain of `nodes` at 50 Hz; returns ns of processor time per hop. */
export function baselineChain(nodes, makeMessage, seconds) {
  const topics = new EventEmitter();
  const events = [];
  const at = (time, run) => {
    let i = events.length;
    while (i > 0 && events[i - 1].time < time) i--;
    events.splice(i, 0, { time, run });
  };
  let hops = 0;
  for (let i = 1; i < nodes; i++) {
    topics.on(`/hop_${i - 1}`, (message) => {
      hops++;
      if (i < nodes - 1) topics.emit(`/hop_${i}`, structuredClone(message));
    });
  }
  const tick = (time) => {
    topics.emit('/hop_0', structuredClone(makeMessage()));
    if (time < seconds) at(time + 0.02, () => tick(time + 0.02));
  };
  at(0, () => tick(0));
  const start = process.cpuUsage();
  for (let event = events.pop(); event !== undefined; event = events.pop()) event.run();
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / hops;
}
