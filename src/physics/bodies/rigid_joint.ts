import type {
  RevoluteImpulseJoint,
  RigidBody,
  UnitImpulseJoint,
} from '@dimforge/rapier3d-deterministic-compat';
import { pinnedMath } from '../../math/index.js';
import type { JointDescription } from '../description/description.js';
import { conjugate, multiply, rotate } from '../geometry/pose.js';
import { dot, subtract, type Vector } from '../geometry/vector.js';
import { quaternionOf, vectorOf } from './rapier_vector.js';
import type { Joint } from './robot.js';

/** A joint of Rapier: revolute or prismatic. */
export class RigidJoint implements Joint {
  readonly #joint: UnitImpulseJoint;
  readonly #parent: RigidBody;
  readonly #child: RigidBody;
  readonly #axis: Vector;
  readonly #slides: boolean;
  readonly #now: () => number;
  /** The angle when it was last read, and when that was, so that full turns are counted. */
  #turned = 0;
  #looked = 0;

  /** @param now - virtual time in s */
  constructor(
    joint: UnitImpulseJoint | RevoluteImpulseJoint,
    [parent, child]: readonly [RigidBody, RigidBody],
    { axis, kind }: JointDescription,
    now: () => number,
  ) {
    this.#joint = joint;
    this.#parent = parent;
    this.#child = child;
    this.#axis = axis;
    this.#slides = kind === 'prismatic';
    this.#now = now;
  }

  get position(): number {
    if (this.#slides) return this.#distance();
    const back = conjugate(quaternionOf(this.#parent.rotation()));
    const [w, x, y, z] = multiply(back, quaternionOf(this.#child.rotation()));
    const turned = 2 * pinnedMath.atan2(dot([x, y, z], this.#axis), w);
    // Of all angles that differ by full turns, the nearest to what its velocity implies.
    const expected = this.#turned + this.velocity * (this.#now() - this.#looked);
    this.#turned = turned + Math.round((expected - turned) / (2 * Math.PI)) * 2 * Math.PI;
    this.#looked = this.#now();
    return this.#turned;
  }

  get velocity(): number {
    const axis = rotate(quaternionOf(this.#parent.rotation()), this.#axis);
    const [a, b] = this.#slides
      ? [this.#parent.linvel(), this.#child.linvel()]
      : [this.#parent.angvel(), this.#child.angvel()];
    return dot(axis, subtract(vectorOf(b), vectorOf(a)));
  }

  #distance(): number {
    const turned = quaternionOf(this.#parent.rotation());
    const at = (body: RigidBody, anchor: Vector) => {
      const [x, y, z] = rotate(quaternionOf(body.rotation()), anchor);
      const middle = vectorOf(body.translation());
      return [middle[0] + x, middle[1] + y, middle[2] + z] as const;
    };
    const from = at(this.#parent, vectorOf(this.#joint.anchor1()));
    const to = at(this.#child, vectorOf(this.#joint.anchor2()));
    return dot(rotate(turned, this.#axis), subtract(to, from));
  }

  drive(velocity: number, most: number): void {
    this.#joint.setMotorMaxForce(most);
    this.#joint.configureMotorVelocity(velocity, STIFF);
  }

  hold(position: number, stiffness: number, damping: number): void {
    this.#joint.configureMotorPosition(position, stiffness, damping);
  }
}

/** N m s: the motor reaches its velocity within a step, as far as its torque goes. */
const STIFF = 1e3;
