import { figureSvg, namesIn } from '../report/index.js';
import { analysisFigures } from './analysis_figures.js';
import type { RunAnalysis } from './analyze_run.js';

/**
 * The pictures of an analysis: SVG texts by file name, in the order of the page. The same run gives
 * the same bytes; a topic has the same colour in all of them.
 */
export function analysisPictures(analysis: RunAnalysis): Readonly<Record<string, string>> {
  const figures = analysisFigures(analysis);
  const names = figures.flatMap(namesIn);
  return Object.fromEntries(
    figures.map((figure) => [`${figure.name}.svg`, figureSvg([figure], undefined, names)]),
  );
}
