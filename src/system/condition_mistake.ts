import { OrreryError } from '../errors/index.js';
import { type MessageType, unlikeKinds, wrongFieldPath } from '../interfaces/index.js';
import type { TopicCondition } from './topic_condition.js';

/** Why no message of the type can ever fulfil the condition, or none can ever break it; undefined if messages decide. */
export function conditionMistake(
  { comparisons, text, topic }: TopicCondition,
  type: MessageType,
): OrreryError | undefined {
  const details = { place: { topic, type: type.name } };
  for (const { path, operator, value } of comparisons) {
    const wrong = wrongFieldPath(type, path);
    if (wrong !== undefined) {
      const message = `The condition "${text}" can never hold: ${wrong}`;
      return new OrreryError('ORR_FIELD_UNKNOWN', message, details);
    }
    const unlike = unlikeKinds(type, path, operator === '' ? undefined : value);
    if (unlike !== undefined) {
      const message = `The condition "${text}" cannot be judged: ${unlike}`;
      return new OrreryError('ORR_FIELD_KIND', message, details);
    }
  }
  return undefined;
}
