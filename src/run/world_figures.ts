import type { RunOutcome } from '../record/index.js';
import type { Simulation } from '../simulation/index.js';

const realResourceUsage = process.resourceUsage;

/** The progress and cost of a world. */
export function worldFigures({
  graph,
  kernel,
}: Simulation): Pick<
  RunOutcome,
  'start' | 'stop' | 'callbacks' | 'messages' | 'instants' | 'peakMemory'
> {
  return {
    start: graph.epoch,
    stop: graph.time,
    callbacks: graph.callbacks,
    messages: graph.messages,
    instants: kernel.instants,
    peakMemory: realResourceUsage.call(process).maxRSS * 1024,
  };
}
