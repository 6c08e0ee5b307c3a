import type { XmlElement } from './xml_element.js';

/** ns between calls at a rate in Hz; 0 stands for as often as possible, which is 100 Hz here. */
export function periodOf(rate: number, element: XmlElement): number {
  if (rate < 0 || rate > 10_000)
    element.refuse(`The rate ${rate} Hz is not between 0 and 10,000 Hz`);
  return Math.round(1e9 / (rate === 0 ? 100 : rate));
}
