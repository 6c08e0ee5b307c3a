import type { FrameTree } from './frame_tree.js';

/** The shortest time that determines a rate, in ns. */
const SHORTEST = 100_000n;

/** One line for each frame that has a parent, or had one before the buffer was cleared. */
export function framesAsString(tree: FrameTree): string {
  const lines = tree.frames.map(({ name, cache }) => {
    if (cache === undefined) return '';
    return `Frame ${name} exists with parent ${tree.frame(cache.latest?.parent ?? 0).name}.\n`;
  });
  return lines.join('');
}

/**
 * All frames that have a parent as a YAML document: parent, broadcaster, rate and times in s, the
 * form that `view_frames` reads.
 *
 * @param now - if not 0, the ages of the latest transforms are included.
 */
export function framesAsYaml(tree: FrameTree, now: bigint): string {
  if (tree.frames.length === 1) return '[]';
  const blocks = tree.frames.map(({ name, cache, authority }) => {
    if (cache?.latest === undefined) return '';
    const latest = cache.latest.stamp;
    const oldest = cache.oldest?.stamp ?? latest;
    const span = latest - oldest;
    const rate = (cache.length * 1e9) / Number(span > SHORTEST ? span : SHORTEST);
    const lines = [
      `${name}: `,
      `  parent: '${tree.frame(cache.latest.parent).name}'`,
      `  broadcaster: '${authority ?? 'no recorded authority'}'`,
      `  rate: ${rate.toFixed(3)}`,
      `  most_recent_transform: ${seconds(latest, 6)}`,
      `  oldest_transform: ${seconds(oldest, 6)}`,
      ...(now === 0n ? [] : [`  transform_delay: ${seconds(now - latest, 3)}`]),
      `  buffer_length: ${seconds(span, 3)}`,
    ];
    return `${lines.join('\n')}\n`;
  });
  return blocks.join('');
}

function seconds(nanoseconds: bigint, digits: number): string {
  return (Number(nanoseconds) / 1e9).toFixed(digits);
}
