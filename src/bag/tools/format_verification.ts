import { counted } from '../../errors/index.js';
import { secondsText } from './bag_info.js';
import type { BagVerification } from './verify_bag.js';

function verdictOf(result: BagVerification): string {
  const { messageCount, checksums, recoverable, announced, missing } = result;
  const read = `${counted(messageCount, 'message')} read`;
  if (result.closed === false) {
    return `The bag is not closed, as when its recorder is killed: ${read}, which is everything up to ${secondsText(result.end ?? 0n)}, and nothing is damaged. Of a run of Orrery, at most the last second is missing. orrery bag convert --recover completes the bag.`;
  }
  if (missing !== undefined && result.exitStatus === 3) {
    return `The bag is incomplete: ${read}, and nothing is damaged, but its run counted ${counted(messageCount + missing, 'message')}.`;
  }
  if (result.exitStatus === 1) {
    const total = announced === undefined ? '' : ` of ${announced}`;
    const saved =
      recoverable === undefined || recoverable === 0
        ? 'nothing can be saved'
        : `${announced === undefined ? counted(recoverable, 'message') : `${recoverable}${total} messages`} can be saved with orrery bag convert --recover`;
    return `The bag is damaged: ${read}; ${saved}.`;
  }
  if (result.problems.some(({ code }) => code === 'ORR_BAG_TOPIC_NAME')) {
    return `The bag is suspicious: ${read}, but it has names that no graph can have.`;
  }
  if (checksums.parts > 0 && checksums.checked === 0) {
    return `The bag is valid, but nothing could be checked: ${read}; it has no checksums, so damaged content goes unnoticed.`;
  }
  if (checksums.checked < checksums.parts) {
    return `The bag is valid: ${read}; only ${checksums.checked} of ${checksums.parts} parts have a checksum.`;
  }
  return `The bag is valid: ${read}.`;
}

/** The result as text for a person. */
export function formatVerification(result: BagVerification): string {
  const lines = result.problems.map(({ severity, code, message, count }) => {
    const times = count > 1 ? ` (${count} times)` : '';
    return `${severity} ${code}: ${message}${times}`;
  });
  return `${[...lines, verdictOf(result)].join('\n')}\n`;
}
