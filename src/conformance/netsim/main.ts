/**
 * Compares our side of ROS-NetSim's protocol with frames of the original, and packet error rates with ns-3's curves:
 * `npm run vectors:netsim -- <files or folders>`. Prints one line for each, `ok` or `FAIL` with the first
 * difference; the exit code is 1 if one failed.
 */
import { readFileSync } from 'node:fs';
import { addressedTo, corruptAsOriginal, headerChecksum, parseIpv4 } from '../../netsim/index.js';
import { vectorFiles } from '../vector_files.js';
import { CURVES_HEAD, judgeCurves } from './error_curves.js';
import { type BehaviourVectors, readFrameVectors } from './frame_vector.js';
import { judgeFrame } from './judge_frame.js';

/** One vector, and how ours differs from it; undefined if it does not. */
export interface Verdict {
  readonly what: string;
  readonly difference: string | undefined;
}

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');

/** Compares everything in one file. */
export function judgeFile(file: string): Verdict[] {
  const text = readFileSync(file, 'utf8');
  if (text.startsWith(CURVES_HEAD)) return judgeCurves(text);
  if (!file.endsWith('.jsonl') && 'ber_flips' in (JSON.parse(text) as object)) {
    return judgeBehaviour(JSON.parse(text) as BehaviourVectors);
  }
  return readFrameVectors(text, file).map((vector) => ({
    what: vector.name,
    difference: attempt(() => judgeFrame(vector)),
  }));
}

function judgeBehaviour({
  ber_flips,
  ipv4_checksum,
  broadcast_rewrite,
}: BehaviourVectors): Verdict[] {
  return [
    ...ber_flips.map(({ geometric_draws, input, result }) => {
      const draws = [...geometric_draws];
      const ours = corruptAsOriginal(
        bytesOf(input),
        () => draws.shift() ?? Number.MAX_SAFE_INTEGER,
      );
      const mine = ours === undefined ? null : Buffer.from(ours).toString('hex');
      return verdict(`bit errors at ${geometric_draws.join(', ')}`, mine, result);
    }),
    ...ipv4_checksum.map(({ bytes, checksum }) => {
      const ours = headerChecksum(bytesOf(bytes)).toString(16).padStart(4, '0');
      return verdict(`checksum of ${bytes}`, ours, checksum);
    }),
    ...broadcast_rewrite.map(({ rx_ip, before, after }) => {
      const ours = addressedTo(bytesOf(before), parseIpv4(rx_ip) ?? 0);
      return verdict(`broadcast for ${rx_ip}`, Buffer.from(ours).toString('hex'), after);
    }),
  ];
}

function verdict(what: string, ours: string | null, recorded: string | null): Verdict {
  const difference = ours === recorded ? undefined : `${ours}, not ${recorded}`;
  return { what, difference };
}

function attempt(judge: () => string | undefined): string | undefined {
  try {
    return judge();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Judges a file; one that cannot be read counts as a failure and does not stop the others. */
function judge(file: string): Verdict[] {
  try {
    return judgeFile(file);
  } catch (error) {
    return [{ what: file, difference: error instanceof Error ? error.message : String(error) }];
  }
}

function main(paths: readonly string[]): number {
  if (paths.length === 0) {
    process.stderr.write('usage: npm run vectors:netsim -- <files or folders>\n');
    return 2;
  }
  const verdicts = vectorFiles(paths, /\.(jsonl?|csv)$/).flatMap(judge);
  for (const { what, difference } of verdicts) {
    process.stdout.write(
      difference === undefined ? `ok   ${what}\n` : `FAIL ${what}: ${difference}\n`,
    );
  }
  const failed = verdicts.filter(({ difference }) => difference !== undefined).length;
  process.stdout.write(`${verdicts.length - failed} of ${verdicts.length} ok\n`);
  return failed === 0 ? 0 : 1;
}

if (process.argv[1]?.endsWith('netsim/main.js')) {
  process.exitCode = main(process.argv.slice(2));
}
