import type { CentreLine } from './path.js';
import { Random } from './random.js';

/** What stands in the town. The footprint is a rectangle or a circle, the top is flat. */
export interface TownObject {
  readonly kind: 'box' | 'cylinder';
  /** Leaves: a beam enters and is reflected somewhere inside. */
  readonly porous: boolean;
  readonly x: number;
  readonly y: number;
  /** Unit vector along the first half size (boxes). */
  readonly axisX: number;
  readonly axisY: number;
  /** Half sizes of a box; both the radius of a cylinder. Metres. */
  readonly halfX: number;
  readonly halfY: number;
  /** Lower and upper end above the ground, metres. */
  readonly z0: number;
  readonly z1: number;
}

/** Size and place of an object before it is placed. */
interface Draft {
  readonly kind: TownObject['kind'];
  readonly porous?: boolean;
  readonly lateral: number;
  readonly skew?: number;
  readonly halfX: number;
  readonly halfY: number;
  readonly z0: number;
  readonly z1: number;
  /** The street must stay free this far around the footprint. */
  readonly margin: number;
}

/**
 * Builds a town along a line: buildings, parked cars, poles, trees and bushes on both sides, with
 * the street left free where the line comes by again. A function of the line and the seed alone.
 */
export function buildTown(line: CentreLine, seed: number): TownObject[] {
  const builder = new TownBuilder(line, new Random(seed));
  for (const add of [addBuilding, addCar, addPole, addTree, addBush]) {
    for (const side of [1, -1]) {
      for (let s = add.start; s < line.x.length; ) s += add(builder, s, side);
    }
  }
  return builder.objects;
}

class TownBuilder {
  readonly objects: TownObject[] = [];

  constructor(
    readonly line: CentreLine,
    readonly random: Random,
  ) {}

  /** `low` plus up to `span`. */
  draw(low: number, span: number): number {
    return low + span * this.random.next();
  }

  /** Places an object beside the line at arc length s; false if it would stand in the street. */
  place(s: number, side: number, draft: Draft): boolean {
    const { x, y, tangentX, tangentY } = this.line;
    const j = Math.min(Math.floor(s), x.length - 1);
    const tx = tangentX[j]!;
    const ty = tangentY[j]!;
    const { skew = 0, lateral, margin, porous = false, ...rest } = draft;
    const ax = tx - skew * ty;
    const ay = ty + skew * tx;
    const length = Math.sqrt(ax * ax + ay * ay);
    const object: TownObject = {
      ...rest,
      porous,
      x: x[j]! - side * lateral * ty,
      y: y[j]! + side * lateral * tx,
      axisX: ax / length,
      axisY: ay / length,
    };
    if (this.#blocksStreet(object, margin)) return false;
    this.objects.push(object);
    return true;
  }

  #blocksStreet(object: TownObject, margin: number): boolean {
    const { x, y } = this.line;
    for (let j = 0; j < x.length; j++) {
      const dx = x[j]! - object.x;
      const dy = y[j]! - object.y;
      const u = Math.abs(dx * object.axisX + dy * object.axisY);
      const v = Math.abs(dy * object.axisX - dx * object.axisY);
      if (u <= object.halfX + margin && v <= object.halfY + margin) return true;
    }
    return false;
  }
}

/** Each of these places one object at arc length s and returns the way to the next one. */
function addBuilding(b: TownBuilder, s: number, side: number): number {
  const length = b.draw(8, 14);
  const gap = b.random.next() < 0.35 ? b.draw(6, 18) : b.draw(0.5, 2);
  const depth = b.draw(6, 8);
  const height = b.draw(3.5, 9);
  const setback = b.draw(9, 9);
  const skew = 0.1 * (b.random.next() - 0.5);
  const lateral = setback + depth / 2;
  const size = { halfX: length / 2, halfY: depth / 2, z0: 0, z1: height };
  b.place(s + length / 2, side, { kind: 'box', lateral, skew, ...size, margin: 4.5 });
  return length + gap;
}
addBuilding.start = 0;

function addCar(b: TownBuilder, s: number, side: number): number {
  const length = b.draw(3.8, 0.8);
  const height = b.draw(1.4, 0.5);
  const lateral = b.draw(3.4, 0.6);
  const skew = 0.06 * (b.random.next() - 0.5);
  const size = { halfX: length / 2, halfY: 0.87, z0: 0.2, z1: height };
  b.place(s, side, { kind: 'box', lateral, skew, ...size, margin: 1.3 });
  return b.draw(8, 25);
}
addCar.start = 3;

function addPole(b: TownBuilder, s: number, side: number): number {
  const radius = b.draw(0.08, 0.12);
  const height = b.draw(4, 5);
  const lateral = b.draw(4.6, 1.2);
  const size = { halfX: radius, halfY: radius, z0: 0, z1: height };
  b.place(s, side, { kind: 'cylinder', lateral, ...size, margin: 1.5 });
  return b.draw(12, 18);
}
addPole.start = 5;

function addTree(b: TownBuilder, s: number, side: number): number {
  const trunk = b.draw(0.15, 0.2);
  const crown = b.draw(1.2, 1);
  const z0 = b.draw(2.2, 0.8);
  const z1 = z0 + b.draw(2, 1.5);
  const lateral = b.draw(5, 1.4);
  const common = { kind: 'cylinder', lateral } as const;
  const trunkSize = { halfX: trunk, halfY: trunk, z0: 0, z1: z0 };
  if (b.place(s, side, { ...common, ...trunkSize, margin: 2 })) {
    const crownSize = { halfX: crown, halfY: crown, z0, z1 };
    b.place(s, side, { ...common, porous: true, ...crownSize, margin: 1 });
  }
  return b.draw(10, 25);
}
addTree.start = 9;

function addBush(b: TownBuilder, s: number, side: number): number {
  const radius = b.draw(0.5, 0.8);
  const height = b.draw(0.6, 1.2);
  const lateral = b.draw(6, 6);
  const size = { halfX: radius, halfY: radius, z0: 0, z1: height };
  b.place(s, side, { kind: 'cylinder', porous: true, lateral, ...size, margin: 2 });
  return b.draw(4, 12);
}
addBush.start = 4;
