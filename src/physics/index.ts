/**
 * Room `physics`: the world that robots move in. Worlds and robots from SDF and URDF, rigid bodies
 * and vehicles in closed form, drives and sensors.
 *
 * May import: `errors`, `math`, `packages`, `kernel`, `interfaces`, `graph`, `models`, `simulation`.
 */
export { attachPhysics } from './attach_physics.js';
export { readXml } from './description/xml_element.js';
export type { PhysicsWorld } from './physics_world.js';
