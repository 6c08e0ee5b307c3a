import type { Vector3 } from '../../../../tf2/index.js';
import type { Colour, Drawable, PoseNumbers, ShapeName } from '../../../model/drawable.js';
import type { ColorRgba, Marker, Pose } from './scene_messages.js';

/** The most markers at one time. */
const MOST_MARKERS = 20_000;
const SHAPES: Readonly<Record<number, ShapeName>> = {
  0: 'arrow',
  1: 'box',
  2: 'sphere',
  3: 'cylinder',
};
const NO_ROTATION = [0, 0, 0, 1] as const;

/** The markers of a topic that exist at a time. */
export class Markers {
  readonly #present = new Map<string, { readonly marker: Marker; readonly until: number }>();

  /** @param time - when the message was published, in ns */
  take(marker: Marker, time: number): void {
    const key = `${marker.ns}\n${marker.id}`;
    if (marker.action === 3) {
      this.#present.clear();
    } else if (marker.action === 2) {
      this.#present.delete(key);
    } else if (this.#present.size < MOST_MARKERS || this.#present.has(key)) {
      const life = marker.lifetime.sec * 1e9 + marker.lifetime.nanosec;
      this.#present.set(key, {
        marker,
        until: life === 0 ? Number.POSITIVE_INFINITY : time + life,
      });
    }
  }

  *at(time: number): Generator<Marker> {
    for (const { marker, until } of this.#present.values()) if (until > time) yield marker;
  }
}

/** @returns undefined for a marker that cannot be drawn */
export function drawableOf(marker: Marker, place: PoseNumbers): Drawable | undefined {
  const colour = colourOf(marker.color);
  const { points, scale } = marker;
  const flat = () => Float32Array.from(points.flatMap(({ x, y, z }) => [x, y, z]));
  const size = [scale.x, scale.y, scale.z] as const;
  switch (marker.type) {
    case 4:
      return { kind: 'lines', pose: place, positions: strip(flat()), colour };
    case 5:
      return { kind: 'lines', pose: place, positions: evenly(flat(), 6), colour };
    case 6:
    case 7: {
      const places = points.flatMap(({ x, y, z }) => [x, y, z, ...NO_ROTATION, ...size]);
      const shape = marker.type === 6 ? 'box' : 'sphere';
      return { kind: 'shapes', pose: place, shape, places: Float32Array.from(places), colour };
    }
    case 8: {
      const colours = pointColours(marker);
      return { kind: 'points', pose: place, positions: flat(), colours, size: 4 };
    }
    case 9:
      return { kind: 'words', pose: place, text: marker.text };
    case 10: {
      const { mesh_resource: uri, mesh_use_embedded_materials: hasOwn } = marker;
      return { kind: 'mesh', pose: place, uri, scale: size, colour: hasOwn ? undefined : colour };
    }
    case 11:
      return { kind: 'triangles', pose: place, positions: evenly(flat(), 9), colour };
    default:
      return solid(marker, place, colour);
  }
}

function solid(marker: Marker, pose: PoseNumbers, colour: Colour): Drawable | undefined {
  const shape = SHAPES[marker.type];
  if (shape === undefined) return undefined;
  const { x, y, z } = marker.scale;
  const [tail, tip] = marker.points;
  if (shape === 'arrow' && tail !== undefined && tip !== undefined) {
    const places = Float32Array.from(betweenPoints(tail, tip, x));
    return { kind: 'shapes', pose, shape, places, colour };
  }
  const places = Float32Array.from([0, 0, 0, ...NO_ROTATION, x, y, z]);
  return { kind: 'shapes', pose, shape, places, colour };
}

/** Says why a marker cannot be drawn. */
export function problemOf({ type, ns, id }: Marker): string {
  return `Marker ${ns}/${id}: the type ${type} is not shown.`;
}

/** An arrow from one point to another. */
function betweenPoints(tail: Vector3, tip: Vector3, width: number): number[] {
  const length = Math.hypot(tip.x - tail.x, tip.y - tail.y, tip.z - tail.z);
  const wide = Math.max(width * 2, length / 20);
  return [tail.x, tail.y, tail.z, ...turnTo(tail, tip), length, wide, wide];
}

/**
 * The shortest rotation from the x axis to the direction of a line, as a quaternion; for the opposite direction,
 * about z.
 */
export function turnTo(tail: Vector3, tip: Vector3): readonly number[] {
  const [x, y, z] = [tip.x - tail.x, tip.y - tail.y, tip.z - tail.z];
  const length = Math.hypot(x, y, z);
  if (length === 0) return NO_ROTATION;
  const w = length + x;
  const turn = w < 1e-9 * length ? [0, 0, 1, 0] : [0, -z, y, w];
  const norm = Math.hypot(...turn);
  return turn.map((each) => each / norm);
}

/** Lines from each point to the next. */
export function strip(points: Float32Array): Float32Array<ArrayBuffer> {
  const lines = new Float32Array(Math.max(0, points.length / 3 - 1) * 6);
  for (let i = 0; i < lines.length / 6; i++) lines.set(points.subarray(i * 3, i * 3 + 6), i * 6);
  return lines;
}

function evenly(values: Float32Array, size: number): Float32Array<ArrayBuffer> {
  return new Float32Array(values.subarray(0, values.length - (values.length % size)));
}

function pointColours({ colors, points }: Marker): Uint8Array<ArrayBuffer> | undefined {
  if (colors.length !== points.length) return undefined;
  return Uint8Array.from(colors.flatMap((each) => [...colourOf(each)].slice(0, 3)));
}

function colourOf({ r, g, b, a }: ColorRgba): Colour {
  const byte = (part: number) => Math.round(Math.min(1, Math.max(0, part || 0)) * 255);
  return [byte(r), byte(g), byte(b), byte(a)];
}

export function poseNumbers({ position: p, orientation: q }: Pose): PoseNumbers {
  // A pose that nobody has filled in has a quaternion of zeros.
  if (Math.hypot(q.x, q.y, q.z, q.w) < 1e-6) return [p.x, p.y, p.z, 0, 0, 0, 1];
  return [p.x, p.y, p.z, q.x, q.y, q.z, q.w];
}
