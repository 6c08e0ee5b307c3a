import { dirname, resolve } from 'node:path';
import { readRegularFile, whyUnreadable } from '../../errors/index.js';
import { readDuration } from '../../kernel/index.js';
import type { Bounds, Distribution } from '../distribution.js';
import type { ConfigNode } from './config_node.js';
import type { ConfigReader, Read } from './config_reader.js';

interface ValuesSource {
  readonly file?: string;
  readonly values?: readonly number[];
  readonly at_end?: 'repeat' | 'hold';
}

const KINDS = ['uniform', 'normal', 'log_normal', 'exponential', 'empirical', 'trace'] as const;

/** Reads distributions; a duration alone is the fixed time. Files are relative to `configFile`. */
export function distributionReader(reader: ConfigReader, configFile: string): Read<Distribution> {
  const { duration } = reader;
  const bounds = { min: duration, max: duration };
  const values = reader.object<ValuesSource>({
    file: reader.text,
    values: reader.list(duration),
    at_end: reader.choice('repeat', 'hold'),
  });
  const readers: Record<(typeof KINDS)[number], Read<Distribution>> = {
    uniform: (node) => {
      const uniform = reader.object<{ min: number; max: number }>(bounds, ['min', 'max'])(node);
      return uniform && isOrdered(reader, node, uniform) ? { uniform } : undefined;
    },
    normal: (node) => {
      const fields = { mean: duration, deviation: duration, ...bounds };
      const required = ['mean', 'deviation'] as const;
      const normal = reader.object<{ mean: number; deviation: number } & Bounds>(
        fields,
        required,
      )(node);
      return normal && isOrdered(reader, node, normal) ? { normal } : undefined;
    },
    log_normal: (node) => {
      const fields = { median: duration, sigma: reader.number(0, 100), ...bounds };
      const required = ['median', 'sigma'] as const;
      const log_normal = reader.object<{ median: number; sigma: number } & Bounds>(
        fields,
        required,
      )(node);
      return log_normal && isOrdered(reader, node, log_normal) ? { log_normal } : undefined;
    },
    exponential: (node) => {
      const fields = { mean: duration, ...bounds };
      const exponential = reader.object<{ mean: number } & Bounds>(fields, ['mean'])(node);
      return exponential && isOrdered(reader, node, exponential) ? { exponential } : undefined;
    },
    empirical: (node) => {
      const list = valuesOf(reader, node, values(node), configFile);
      return list && { empirical: { values: list } };
    },
    trace: (node) => {
      const source = values(node);
      const list = valuesOf(reader, node, source, configFile);
      return list && { trace: { values: list, at_end: source?.at_end ?? 'repeat' } };
    },
  };
  return (node) => {
    if (node.entries === undefined) return duration(node);
    const [key, ...others] = [...node.entries.keys()];
    const kind = KINDS.find((known) => known === key);
    if (kind === undefined || others.length > 0) {
      return reader.refuse(node, `A duration or one of ${KINDS.join(', ')} is needed here.`);
    }
    return readers[kind](node.entries.get(kind)!);
  };
}

function isOrdered(reader: ConfigReader, node: ConfigNode, { min, max }: Bounds): boolean {
  if (min === undefined || max === undefined || min <= max) return true;
  reader.refuse(node, 'min is greater than max.');
  return false;
}

function valuesOf(
  reader: ConfigReader,
  node: ConfigNode,
  source: ValuesSource | undefined,
  configFile: string,
): readonly number[] | undefined {
  if (source === undefined) return undefined;
  if ((source.file === undefined) === (source.values === undefined)) {
    return reader.refuse(node, 'Give either values or a file with one value per line.');
  }
  const values = source.values ?? readValues(reader, node, source.file!, configFile);
  if (values === undefined) return undefined;
  return values.length > 0 ? values : reader.refuse(node, 'At least one value is needed.');
}

/** Per line one duration with its unit, or a number of ns; `#` begins a comment. */
function readValues(
  reader: ConfigReader,
  node: ConfigNode,
  file: string,
  configFile: string,
): readonly number[] | undefined {
  const path = resolve(dirname(configFile), file);
  let text: string;
  try {
    text = readRegularFile(path);
  } catch (cause) {
    return reader.refuse(node, `The file "${path}" cannot be read: ${whyUnreadable(cause)}.`);
  }
  const values: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const word = line.replace(/#.*/, '').trim();
    if (word === '') continue;
    const value = Number(/^\d+$/.test(word) ? word : (readDuration(word) ?? Number.NaN));
    if (value < 0 || !Number.isSafeInteger(value)) {
      return reader.refuse(
        node,
        `Line ${index + 1} of "${path}" is not a valid duration: "${word}".`,
      );
    }
    values.push(value);
  }
  return values;
}
