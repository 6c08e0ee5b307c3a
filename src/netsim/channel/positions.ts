import { OrreryError } from '../../errors/index.js';
import type { Graph, Publisher } from '../../graph/index.js';
import type { MessageObject } from '../../interfaces/index.js';
import type { Point, PositionModel, TrajectoryPoint } from '../../models/index.js';
import type { StandingThing } from './ray_obstacle.js';
import { between } from './vector.js';

/** Position and orientation of an agent. */
export interface Pose {
  readonly at: Point;
  /** Quaternion w, x, y, z. */
  readonly turned: readonly [number, number, number, number];
}

const UPRIGHT: Pose['turned'] = [1, 0, 0, 0];
const ORIGIN: Pose = { at: [0, 0, 0], turned: UPRIGHT };

/** The physical world of a run, as far as a network needs it. */
export interface Surroundings {
  /** Where a robot is; undefined if there is none of that name. */
  robotPose(name: string, time: number): Pose | undefined;
  /** How many things that never move stand between two places. */
  obstaclesBetween(a: Point, b: Point): number;
  /** The things that never move, for rays. */
  readonly standing: readonly StandingThing[];
}

/** Where agents are: fixed, on a trajectory, or where messages place them. */
export class Positions {
  readonly #models: readonly (PositionModel | undefined)[];
  readonly #world: Surroundings | undefined;
  /** The latest position of each agent whose position comes from messages. */
  readonly #told = new Map<number, Pose>();

  /**
   * @param graph - its messages give positions; undefined if no agent's position comes from messages
   * @param world - where robots are
   *
   * @throws OrreryError `ORR_NETWORK` when an agent is a robot that does not exist
   */
  constructor(models: readonly (PositionModel | undefined)[], graph?: Graph, world?: Surroundings) {
    this.#models = models;
    this.#world = world;
    for (const robot of models.flatMap((model) => model?.robot ?? [])) {
      if (world?.robotPose(robot, 0) !== undefined) continue;
      throw new OrreryError(
        'ORR_NETWORK',
        `An agent is where the robot "${robot}" is, but the section physics has no such robot; correct the name.`,
      );
    }
    if (!models.some((model) => model?.topic !== undefined || model?.frame !== undefined)) return;
    graph?.observers.add('watch', {
      published: (publisher, message, bytes) => {
        this.#look(publisher, message, bytes);
        return 0;
      },
    });
  }

  /** @param time - ns since the start */
  pose(agent: number, time: number): Pose {
    const model = this.#models[agent];
    if (model?.at !== undefined) return { at: model.at, turned: UPRIGHT };
    if (model?.trajectory !== undefined)
      return { at: onWay(model.trajectory, time), turned: UPRIGHT };
    if (model?.robot !== undefined) return this.#world?.robotPose(model.robot, time) ?? ORIGIN;
    return this.#told.get(agent) ?? ORIGIN;
  }

  #look(publisher: Publisher, given: MessageObject | undefined, bytes: Uint8Array | undefined) {
    let message = given;
    this.#models.forEach((model, agent) => {
      if (model === undefined) return;
      const isFrame = model.frame !== undefined && /^\/tf(_static)?$/.test(publisher.name);
      if (model.topic !== publisher.name && !isFrame) return;
      if (message === undefined && bytes !== undefined) message = publisher.type.decode(bytes);
      const content = isFrame ? transformOf(message, model.frame) : message;
      const pose = content === undefined ? undefined : poseIn(content);
      if (pose !== undefined) this.#told.set(agent, pose);
    });
  }
}

function onWay(points: readonly TrajectoryPoint[], time: number): Point {
  const next = points.findIndex((point) => point.time > time);
  if (next === 0) return points[0]!.at;
  const last = points[next < 0 ? points.length - 1 : next - 1];
  if (last === undefined) return ORIGIN.at;
  const after = next < 0 ? undefined : points[next];
  if (after === undefined) return last.at;
  return between(last.at, after.at, (time - last.time) / (after.time - last.time));
}

function transformOf(message: MessageObject | undefined, frame: string): object | undefined {
  const { transforms = [] } = message as { transforms?: readonly { child_frame_id: string }[] };
  return transforms.find(({ child_frame_id }) => child_frame_id === frame);
}

/** Fields that lead to a position, and those that hold the rotation beside it. */
const INWARDS = ['pose', 'transform', 'position', 'translation', 'point'] as const;
const ROTATIONS = ['orientation', 'rotation'] as const;

/** The pose in a message of geometry_msgs or one that contains such a message. */
function poseIn(message: object, turned = UPRIGHT): Pose | undefined {
  const fields = message as Readonly<Record<string, unknown>>;
  const { x, y, z } = fields;
  if (typeof x === 'number' && typeof y === 'number') {
    return { at: [x, y, typeof z === 'number' ? z : 0], turned };
  }
  let rotation = turned;
  for (const name of ROTATIONS) {
    const { w, x, y, z } = (fields[name] ?? {}) as Record<string, number | undefined>;
    if (w !== undefined) rotation = [w, x ?? 0, y ?? 0, z ?? 0];
  }
  for (const name of INWARDS) {
    const inner = fields[name];
    if (typeof inner === 'object' && inner !== null) return poseIn(inner, rotation);
  }
  return undefined;
}
