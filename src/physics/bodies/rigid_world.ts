import type {
  Collider,
  ImpulseJoint,
  JointData,
  RigidBody,
  UnitImpulseJoint,
  World,
} from '@dimforge/rapier3d-deterministic-compat';
import { OrreryError } from '../../errors/index.js';
import { rapier } from '../../packages/index.js';
import type { Collision, JointDescription, ModelDescription } from '../description/description.js';
import { compose, type Pose, relativeTo } from '../geometry/pose.js';
import { type Solid, solidOf } from '../geometry/solid.js';
import type { Vector } from '../geometry/vector.js';
import { colliderOf } from './collider_of.js';
import { ContactFilter } from './contact_filter.js';
import { fixedGroups, isCaster, isWheel } from './fixed_groups.js';
import { massPropertiesOf } from './mass_properties.js';
import { rapierRotation, rapierVector } from './rapier_vector.js';
import { RigidJoint } from './rigid_joint.js';
import { type Placed, poseOfBody, RigidRobot } from './rigid_robot.js';
import type { Joint } from './robot.js';

const ITERATIONS = 8;
/** Natural frequency of contacts, in 1 / step. */
const STIFFNESS = 0.1;

/** A solid that moves with a body. */
interface Moving {
  readonly solid: Solid;
  readonly body: RigidBody;
  readonly pose: Pose;
}

/** Rigid bodies, joints and contacts, simulated by Rapier in steps of equal length. */
export class RigidWorld {
  /** What rays meet. Moving solids are where they were at the last {@link refresh}. */
  readonly solids: Solid[] = [];
  readonly #rapier = rapier();
  readonly #world: World;
  readonly #moving: Moving[] = [];
  readonly #filter = new ContactFilter();
  readonly #step: number;
  #steps = 0;
  #refreshed = 0;

  /** @param step - s */
  constructor(gravity: Vector, step: number) {
    const { World } = this.#rapier;
    this.#world = new World(rapierVector(gravity));
    this.#world.timestep = step;
    this.#step = step;
    const { integrationParameters } = this.#world;
    // Robots are smaller than what Rapier is tuned for: lengths and errors are a tenth.
    integrationParameters.lengthUnit = 0.1;
    integrationParameters.numSolverIterations = ITERATIONS;
    // Contacts are as stiff as the steps allow: a light wheel carries a heavy robot.
    integrationParameters.contact_natural_frequency = STIFFNESS / step;
  }

  /** The whole state, from which the future follows. */
  snapshot(): Uint8Array {
    return this.#world.takeSnapshot();
  }

  /** Simulates one step. */
  step(): void {
    this.#steps++;
    this.#world.step(undefined, this.#filter);
  }

  /** Moves the solids to where the bodies are. */
  refresh(): void {
    if (this.#refreshed === this.#steps) return;
    this.#refreshed = this.#steps;
    for (const { solid, body, pose } of this.#moving) solid.pose = compose(poseOfBody(body), pose);
  }

  /** Puts a model into the world. */
  add(name: string, model: ModelDescription, pose: Pose): RigidRobot {
    const links = new Map<string, Placed>();
    const groups = fixedGroups(model);
    const rolling = model.joints.filter((joint) => isCaster(joint, model));
    const casters = new Set(rolling.map(({ child }) => child));
    for (const group of groups) {
      const [first] = group.links;
      // All bodies of a model are turned alike at the start, so a joint has one axis for both.
      const origin: Pose = { at: first!.pose.at, turned: [1, 0, 0, 0] };
      const parts = group.links.map((link) => ({
        link,
        inertial: link.inertial,
        pose: relativeTo(origin, link.pose),
      }));
      const body = this.#body(name, compose(pose, origin), model.isStatic || group.isFixed, parts);
      if (groups.length > 1) this.#filter.addPart(body, model);
      for (const part of parts) {
        links.set(part.link.name, { body, pose: part.pose });
        const rolls = casters.has(part.link.name);
        for (const each of part.link.collisions) {
          const collision = rolls ? { ...each, friction: 0 } : each;
          this.#collide(body, collision, part.pose, {
            isPart: groups.length > 1,
            isWheel: isWheel(part.link, each, model),
          });
        }
      }
    }
    const joints = new Map<string, Joint>();
    for (const joint of model.joints) {
      if (joint.kind === 'fixed' || casters.has(joint.child)) continue;
      const made = this.#join(joint, links, pose);
      if (made !== undefined) joints.set(joint.name, made);
    }
    return new RigidRobot(name, model, links, joints);
  }

  #body(
    name: string,
    pose: Pose,
    isFixed: boolean,
    parts: Parameters<typeof massPropertiesOf>[0],
  ): RigidBody {
    const { RigidBodyDesc } = this.#rapier;
    const description = isFixed ? RigidBodyDesc.fixed() : RigidBodyDesc.dynamic();
    description.setTranslation(...pose.at).setRotation(rapierRotation(pose.turned));
    if (!isFixed) {
      const { mass, centre, moments, turned } = massPropertiesOf(parts);
      if (mass === 0) {
        throw new OrreryError(
          'ORR_PHYSICS_FILE',
          `A part of the model ${name} has no mass, so no force can move it; give one of its links an <inertial>.`,
        );
      }
      description.setAdditionalMassProperties(
        mass,
        rapierVector(centre),
        rapierVector(moments),
        rapierRotation(turned),
      );
      description.setCanSleep(parts.length === 1);
    }
    return this.#world.createRigidBody(description);
  }

  #collide(
    body: RigidBody,
    collision: Collision,
    link: Pose,
    { isPart, isWheel }: { isPart: boolean; isWheel: boolean },
  ): void {
    const pose = compose(link, collision.pose);
    const { shape } = collision;
    const made = this.#collider(body, colliderOf(shape, body.isFixed()), pose, collision);
    if (shape.kind === 'plane') this.#filter.addPlane(made);
    if (isWheel && shape.kind === 'cylinder') {
      const ball = this.#rapier.ColliderDesc.ball(shape.radius);
      this.#filter.addWheel(made, this.#collider(body, [ball], pose, collision));
    } else if (isPart) this.#filter.watch(made);
    const solid = solidOf(shape, body, compose(poseOfBody(body), pose));
    this.solids.push(solid);
    if (!body.isFixed()) this.#moving.push({ solid, body, pose });
  }

  #collider(
    body: RigidBody,
    [description, inShape]: ReturnType<typeof colliderOf>,
    pose: Pose,
    { friction, restitution }: Collision,
  ): Collider {
    const placed = inShape === undefined ? pose : compose(pose, inShape);
    description
      .setTranslation(...placed.at)
      .setRotation(rapierRotation(placed.turned))
      .setDensity(0)
      .setFriction(friction)
      .setFrictionCombineRule(this.#rapier.CoefficientCombineRule.Min)
      .setRestitution(restitution);
    return this.#world.createCollider(description, body);
  }

  #join(
    joint: JointDescription,
    links: ReadonlyMap<string, Placed>,
    model: Pose,
  ): Joint | undefined {
    const { JointData: Kinds, MotorModel } = this.#rapier;
    const child = this.#end(joint, joint.child, links);
    const parent =
      joint.parent === 'world' ? this.#anchor(model) : this.#end(joint, joint.parent, links);
    const anchorIn = (body: RigidBody) =>
      rapierVector(relativeTo(poseOfBody(body), compose(model, joint.pose)).at);
    const [from, to] = [anchorIn(parent), anchorIn(child)];
    const axis = rapierVector(joint.axis);
    const create = (data: JointData): ImpulseJoint =>
      this.#world.createImpulseJoint(data, parent, child, true);
    if (joint.kind === 'ball') {
      create(Kinds.spherical(from, to)).setContactsEnabled(false);
      return undefined;
    }
    const data =
      joint.kind === 'prismatic' ? Kinds.prismatic(from, to, axis) : Kinds.revolute(from, to, axis);
    const made = create(data) as UnitImpulseJoint;
    made.setContactsEnabled(false);
    made.configureMotorModel(MotorModel.ForceBased);
    if (joint.lower > -Infinity || joint.upper < Infinity) {
      made.setLimits(Math.max(joint.lower, -1e6), Math.min(joint.upper, 1e6));
    }
    if (joint.damping > 0) made.configureMotorVelocity(0, joint.damping);
    return new RigidJoint(made, [parent, child], joint, () => this.#steps * this.#step);
  }

  /** A fixed body with the pose of the model. */
  #anchor({ at, turned }: Pose): RigidBody {
    const fixed = this.#rapier.RigidBodyDesc.fixed();
    return this.#world.createRigidBody(
      fixed.setTranslation(...at).setRotation(rapierRotation(turned)),
    );
  }

  #end({ name }: JointDescription, link: string, links: ReadonlyMap<string, Placed>): RigidBody {
    const placed = links.get(link);
    if (placed !== undefined) return placed.body;
    throw new OrreryError(
      'ORR_PHYSICS_FILE',
      `The joint ${name} refers to the link "${link}", which does not exist; correct the name.`,
    );
  }
}
