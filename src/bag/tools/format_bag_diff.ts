import { counted } from '../../errors/index.js';
import { secondsText } from './bag_info.js';
import type { BagDiff, TopicDiff } from './diff_bags.js';

function topicLines(topic: TopicDiff): string[] {
  const counts =
    topic.countFirst === topic.countSecond
      ? counted(topic.countFirst, 'message')
      : `${topic.countFirst} and ${counted(topic.countSecond, 'message')}`;
  if (topic.status === 'equal') return [`  equal    ${topic.topic} (${counts})`];
  if (topic.status !== 'differs') return [`  ${topic.status}: ${topic.topic} (${counts})`];
  const lines = [`  DIFFERS  ${topic.topic} (${counts}, ${topic.differing} differ)`];
  if (topic.largestTimeDifference > 0n) {
    lines.push(`      times differ by up to ${secondsText(topic.largestTimeDifference)} s`);
  }
  for (const { field, count, largest } of topic.fields.slice(0, 20)) {
    const by = largest > 0 ? `, by up to ${largest}` : '';
    lines.push(`      ${field}: ${count} times${by}`);
  }
  for (const { index, logTime, kind, text } of topic.differences) {
    lines.push(`      #${index} at ${secondsText(logTime)} ${kind}: ${text}`);
  }
  return lines;
}

/** The result as text for a person. */
export function formatBagDiff(diff: BagDiff): string {
  const verdict = diff.equal ? 'The bags are equal.' : 'The bags differ.';
  return `${[verdict, ...diff.topics.flatMap(topicLines)].join('\n')}\n`;
}
