/** Curves of packet error rates over signal strength, as ns-3's models compute them. */
import { type ErrorModel, packetErrorRate, wifiStandard } from '../../netsim/index.js';

/** A point on a curve: one line of the file. */
interface CurvePoint {
  readonly mcs: number;
  readonly bytes: number;
  readonly decibels: number;
  readonly probability: number;
}

/**
 * How far a model may deviate from its curves. The closed form is the same formula; the other model follows
 * simulated curves that are tabulated for packets of 1500 bytes.
 */
const BOUNDS: Readonly<Record<ErrorModel, number>> = { nist: 1e-6, table: 0.15 };

/** The first line of a file with curves. */
export const CURVES_HEAD = 'model,mcs,bytes,snr_db,per';

/** Compares each curve of a file; those of models that Orrery does not have are left out. */
export function judgeCurves(text: string): { what: string; difference: string | undefined }[] {
  return [...curvesOf(text)].flatMap(([what, points]) => {
    const model = what.split(' ')[0] as ErrorModel;
    const bound = BOUNDS[model];
    if (bound === undefined || (model === 'table' && points[0]?.bytes !== 1500)) return [];
    return [{ what, difference: firstBeyond(model, points, bound) }];
  });
}

function curvesOf(text: string): Map<string, CurvePoint[]> {
  const curves = new Map<string, CurvePoint[]>();
  for (const line of text.trim().split(/\r?\n/).slice(1)) {
    const [model, ...fields] = line.split(',');
    const [mcs = 0, bytes = 0, decibels = 0, probability = 0] = fields.map(Number);
    const what = `${model} MCS ${mcs}, ${bytes} bytes`;
    const points = curves.get(what);
    const point = { mcs, bytes, decibels, probability };
    if (points === undefined) curves.set(what, [point]);
    else points.push(point);
  }
  return curves;
}

function firstBeyond(
  model: ErrorModel,
  points: readonly CurvePoint[],
  bound: number,
): string | undefined {
  const { rates } = wifiStandard('11n');
  for (const { mcs, bytes, decibels, probability } of points) {
    const rate = rates[mcs];
    if (rate === undefined) return `there is no MCS ${mcs}`;
    const ours = packetErrorRate(model, rate.modulation, 10 ** (decibels / 10), bytes * 8);
    if (Math.abs(ours - probability) > bound) {
      return `${ours}, not ${probability} at ${decibels} dB`;
    }
  }
  return undefined;
}
