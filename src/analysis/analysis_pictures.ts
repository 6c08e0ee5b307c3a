import type { RunAnalysis } from './analyze_run.js';
import { chainPlot } from './chain_plot.js';
import { distributionPlot } from './distribution_plot.js';
import { loadPlot } from './load_plot.js';
import { timelinePlot } from './timeline_plot.js';

/** The most chains whose slowest sample is drawn. */
const DRAWN_CHAINS = 8;

/**
 * The pictures of an analysis: SVG texts by file name, in the order of the page. The same run gives
 * the same bytes.
 */
export function analysisPictures(analysis: RunAnalysis): Readonly<Record<string, string>> {
  const { responseCurves, latencyCurves, timelines, chains, executors } = analysis;
  const pictures: Record<string, string> = {};
  if (responseCurves.length > 0) {
    const title = 'Response times: part of all callbacks that had ended after so long';
    pictures['response_times.svg'] = distributionPlot(title, 'response time', responseCurves);
  }
  if (latencyCurves.length > 0) {
    const title = 'Chains: part of all samples that had led to an output after so long';
    pictures['chain_latencies.svg'] = distributionPlot(title, 'end-to-end latency', latencyCurves);
  }
  const drawn = chains.filter(({ worst, latency }) => worst !== null && latency.max > 0);
  for (const [i, chain] of drawn.slice(0, DRAWN_CHAINS).entries()) {
    pictures[`chain_${i + 1}.svg`] = chainPlot(chain);
  }
  for (const [i, timeline] of timelines.entries()) {
    pictures[`timeline_${i + 1}.svg`] = timelinePlot(timeline);
  }
  if (executors.some(({ utilisation }) => utilisation.some((part) => part > 0))) {
    pictures['utilisation.svg'] = loadPlot(analysis);
  }
  return pictures;
}
