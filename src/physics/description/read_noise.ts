import type { Noise } from '../devices/device_specs.js';
import type { XmlElement } from './xml_element.js';

const SILENT: Noise = { mean: 0, deviation: 0 };

/** The `<noise>` in an element, of Gazebo Classic (`<type>`) or gz-sim (`type=`). */
export function readNoise(element: XmlElement | undefined): Noise {
  const noise = element?.first('noise');
  if (noise === undefined) return SILENT;
  const type = noise.textOf('type') ?? noise.attribute('type') ?? 'none';
  if (type === 'none') return SILENT;
  if (!type.startsWith('gaussian')) return noise.unsupported(`Noise of the type ${type}`);
  for (const tag of ['bias_mean', 'bias_stddev', 'dynamic_bias_stddev', 'precision']) {
    if (noise.numberOf(tag, 0) !== 0) noise.unsupported(`<${tag}> of noise`);
  }
  const deviation = noise.numberOf('stddev', 0);
  if (deviation < 0) return noise.refuse(`<stddev> is ${deviation}; it must not be negative`);
  return { mean: noise.numberOf('mean', 0), deviation };
}
