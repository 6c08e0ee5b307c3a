import { inverse, multiply, slerp, type Transform, type Vector3 } from '../../../../tf2/index.js';
import type { PoseNumbers, SceneFrame } from '../../../model/drawable.js';

/** The most transforms of a run; further ones are left out. */
const MOST_TRANSFORMS = 2_000_000;
/** The longest chain of frames. */
const DEEPEST = 500;
/** For this long before its first transform, a frame is assumed to be where that puts it; in ns. */
const BEFORE = 100_000_000;

const NOWHERE: Transform = {
  translation: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0, w: 1 },
};

interface Sample {
  readonly time: number;
  readonly parent: string;
  readonly transform: Transform;
}

/** The frames of a run at all times, so that one can move back and forth. */
export class FrameHistory {
  readonly #fixed = new Map<string, Sample>();
  readonly #moving = new Map<string, Sample[]>();
  #count = 0;
  #isSorted = true;

  /** The number of transforms that were left out. */
  left = 0;

  add(time: number, parent: string, child: string, transform: Transform, isStatic: boolean): void {
    if (this.#count === MOST_TRANSFORMS) {
      this.left++;
      return;
    }
    this.#count++;
    const sample = { time, parent, transform };
    if (isStatic) {
      this.#fixed.set(child, sample);
      return;
    }
    const samples = this.#moving.get(child);
    if (samples === undefined) this.#moving.set(child, [sample]);
    else {
      if (samples.at(-1)!.time > time) this.#isSorted = false;
      samples.push(sample);
    }
  }

  /** All names, sorted. */
  names(): string[] {
    const names = new Set([...this.#fixed.keys(), ...this.#moving.keys()]);
    for (const { parent } of this.#fixed.values()) names.add(parent);
    for (const samples of this.#moving.values()) {
      for (const { parent } of samples) names.add(parent);
    }
    return [...names].sort();
  }

  /** The root above most frames, the usual frame to look from. */
  usualRoot(): string {
    const counts = new Map<string, number>();
    for (const name of this.names()) {
      const root = this.#toRoot(name, Number.POSITIVE_INFINITY)?.root ?? name;
      counts.set(root, (counts.get(root) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? '';
  }

  /** The pose of a frame in another one; undefined if no transforms connect them at this time. */
  pose(frame: string, fixed: string, time: number): Transform | undefined {
    if (frame === fixed) return NOWHERE;
    const [there, here] = [this.#toRoot(frame, time), this.#toRoot(fixed, time)];
    if (there === undefined || here === undefined || there.root !== here.root) return undefined;
    return multiply(inverse(here.transform), there.transform);
  }

  /** The times of all transforms between two frames. */
  times(frame: string, fixed: string): number[] {
    this.#sort();
    const times = new Set<number>();
    for (const start of [frame, fixed]) {
      let name: string | undefined = start;
      for (let depth = 0; name !== undefined && depth < DEEPEST; depth++) {
        const samples: readonly Sample[] = this.#moving.get(name) ?? [];
        for (const { time } of samples) times.add(time);
        name = (samples.at(-1) ?? this.#fixed.get(name))?.parent;
      }
    }
    return [...times].sort((a, b) => a - b);
  }

  frames(fixed: string, time: number): SceneFrame[] {
    return this.names().map((name) => {
      const pose = this.pose(name, fixed, time);
      return {
        name,
        parent: this.#sampleAt(name, time)?.parent,
        pose: pose && numbersOf(pose),
      };
    });
  }

  #toRoot(frame: string, time: number): { root: string; transform: Transform } | undefined {
    let transform = NOWHERE;
    let root = frame;
    for (let depth = 0; depth < DEEPEST; depth++) {
      const sample = this.#sampleAt(root, time);
      if (sample === undefined) return { root, transform };
      transform = multiply(sample.transform, transform);
      root = sample.parent;
    }
    return undefined;
  }

  /** Between two samples, the frame moves linearly; after the last one, it stays there. */
  #sampleAt(frame: string, time: number): Sample | undefined {
    const samples = this.#moving.get(frame);
    if (samples === undefined) return this.#fixed.get(frame);
    this.#sort();
    let low = 0;
    let high = samples.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (samples[middle]!.time <= time) low = middle + 1;
      else high = middle;
    }
    const [before, after] = [samples[low - 1], samples[low]];
    if (before === undefined) {
      return after !== undefined && after.time - time <= BEFORE ? after : this.#fixed.get(frame);
    }
    if (after === undefined || after.parent !== before.parent) return before;
    const ratio = (time - before.time) / (after.time - before.time);
    const [a, b] = [before.transform, after.transform];
    const translation = between(a.translation, b.translation, ratio);
    const rotation = slerp(a.rotation, b.rotation, ratio);
    return { time, parent: before.parent, transform: { translation, rotation } };
  }

  #sort(): void {
    if (this.#isSorted) return;
    for (const samples of this.#moving.values()) samples.sort((a, b) => a.time - b.time);
    this.#isSorted = true;
  }
}

export function numbersOf({ translation: t, rotation: r }: Transform): PoseNumbers {
  return [t.x, t.y, t.z, r.x, r.y, r.z, r.w];
}

function between(a: Vector3, b: Vector3, ratio: number): Vector3 {
  const part = (from: number, to: number) => from + (to - from) * ratio;
  return { x: part(a.x, b.x), y: part(a.y, b.y), z: part(a.z, b.z) };
}
