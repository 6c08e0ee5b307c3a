import type {
  Collider,
  PhysicsHooks,
  RigidBody,
  SolverFlags,
} from '@dimforge/rapier3d-deterministic-compat';
import { rapier } from '../../packages/index.js';
import type { ModelDescription } from '../description/description.js';

/**
 * Decides which colliders touch. Links of one model do not collide with each other. A wheel touches a plane like a
 * ball, in one point and at exactly its radius, and everything else as the cylinder that it is, because Rapier's
 * cylinders have edges and do not roll evenly.
 */
export class ContactFilter implements PhysicsHooks {
  readonly #models = new Map<number, ModelDescription>();
  readonly #planes = new Set<number>();
  readonly #cylinders = new Set<number>();
  readonly #balls = new Set<number>();

  addPart(body: RigidBody, model: ModelDescription): void {
    this.#models.set(body.handle, model);
  }

  addPlane(collider: Collider): void {
    this.#planes.add(collider.handle);
  }

  addWheel(cylinder: Collider, ball: Collider): void {
    this.#cylinders.add(cylinder.handle);
    this.#balls.add(ball.handle);
    this.watch(cylinder);
    this.watch(ball);
  }

  /** Makes Rapier ask this filter about the contacts of a collider. */
  watch(collider: Collider): void {
    collider.setActiveHooks(rapier().ActiveHooks.FILTER_CONTACT_PAIRS);
  }

  filterContactPair(
    first: number,
    second: number,
    firstBody: number,
    secondBody: number,
  ): SolverFlags | null {
    const model = this.#models.get(firstBody);
    if (model !== undefined && model === this.#models.get(secondBody)) return null;
    const meets = this.#meets(first, second) && this.#meets(second, first);
    return meets ? rapier().SolverFlags.COMPUTE_IMPULSE : null;
  }

  #meets(collider: number, other: number): boolean {
    if (this.#balls.has(collider)) return this.#planes.has(other);
    return !this.#cylinders.has(collider) || !this.#planes.has(other);
  }

  filterIntersectionPair(): boolean {
    return true;
  }
}
