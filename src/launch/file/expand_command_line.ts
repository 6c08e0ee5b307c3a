import type { Place } from '../../errors/index.js';
import { expand } from './expand_text.js';
import type { LaunchContext } from './launch_context.js';
import { parseTemplate, TemplateMistake } from './template.js';
import { WordSplitter } from './word_splitter.js';

/**
 * Expands and splits the text of `args`, `ros_args` or `cmd`: only spaces written in the launch
 * file separate words; spaces in the results of substitutions do not, unless `splitsAll`.
 */
export function expandCommandLine(
  text: string,
  context: LaunchContext,
  place: Place,
  splitsAll = false,
): string[] {
  const splitter = new WordSplitter();
  try {
    for (const part of parseTemplate(text)) {
      if (part.kind === 'text') {
        splitter.text(part.text);
        continue;
      }
      const expanded = expand([part], context, place) ?? '';
      if (splitsAll) splitter.text(expanded);
      else splitter.verbatim(expanded);
    }
  } catch (error) {
    if (!(error instanceof TemplateMistake)) throw error;
    return [];
  }
  splitter.endWord();
  if (splitter.openQuote !== '') {
    context.refuse(
      'ORR_LAUNCH_ATTRIBUTE',
      `The quote ${splitter.openQuote} in "${text}" is not closed.`,
      place,
    );
  }
  return splitter.words;
}
