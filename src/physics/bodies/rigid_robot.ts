import type { RigidBody } from '@dimforge/rapier3d-deterministic-compat';
import type { ModelDescription } from '../description/description.js';
import { compose, inverse, normalize, type Pose, rotate } from '../geometry/pose.js';
import { add, cross, type Vector } from '../geometry/vector.js';
import { quaternionOf, vectorOf } from './rapier_vector.js';
import type { Joint, Motion, Robot } from './robot.js';

/** The body that a link is part of, and the pose of the link in it. */
export interface Placed {
  readonly body: RigidBody;
  readonly pose: Pose;
}

export function poseOfBody(body: RigidBody): Pose {
  const turned = normalize(quaternionOf(body.rotation()));
  return { at: vectorOf(body.translation()), turned };
}

/** A model whose links are bodies of Rapier. */
export class RigidRobot implements Robot {
  readonly name: string;
  readonly description: ModelDescription;
  readonly #links: ReadonlyMap<string, Placed>;
  readonly #joints: ReadonlyMap<string, Joint>;
  /** The transform from the first link to the model. */
  readonly #toModel: Pose;

  constructor(
    name: string,
    description: ModelDescription,
    links: ReadonlyMap<string, Placed>,
    joints: ReadonlyMap<string, Joint>,
  ) {
    this.name = name;
    this.description = description;
    this.#links = links;
    this.#joints = joints;
    this.#toModel = inverse(description.links[0]!.pose);
  }

  get pose(): Pose {
    return compose(this.linkPose(this.description.links[0]!.name), this.#toModel);
  }

  hasLink(link: string): boolean {
    return this.#links.has(link);
  }

  linkPose(link: string): Pose {
    const { body, pose } = this.#links.get(link)!;
    return compose(poseOfBody(body), pose);
  }

  motion(link: string): Motion {
    const { body, pose } = this.#links.get(link)!;
    const turned = quaternionOf(body.rotation());
    const angular = vectorOf(body.angvel());
    // Rapier gives the velocity of the centre of mass.
    const centre = vectorOf(body.localCom());
    const arm: Vector = [pose.at[0] - centre[0], pose.at[1] - centre[1], pose.at[2] - centre[2]];
    const linear = add(vectorOf(body.linvel()), cross(angular, rotate(turned, arm)));
    return { linear, angular };
  }

  joint(name: string): Joint | undefined {
    return this.#joints.get(name);
  }

  push([x, y]: readonly [number, number], turning: number): void {
    const { body } = this.#links.get(this.description.links[0]!.name)!;
    const { z } = body.linvel();
    body.setLinvel({ x, y, z }, true);
    body.setAngvel({ x: 0, y: 0, z: turning }, true);
  }

  partOf(link: string): object {
    return this.#links.get(link)!.body;
  }
}
