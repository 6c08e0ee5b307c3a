/**
 * Room `client`: the client library, a stand-in for `rclnodejs` 2.2. User programs see
 * `rclnodejs.ts`; other rooms see what is exported here.
 *
 * May import: `errors`, `packages`, `parameters`, `kernel`, `interfaces`, `graph`, `models`,
 * `executors`, `simulation`, `live`.
 */
import type { Simulation } from '../simulation/index.js';
import { deepModules } from './deep_modules.js';
import rclnodejs from './rclnodejs.js';
import { enterWorld, simulatedWorld } from './world/world.js';

export { Context } from './context.js';
export { type DeclarationOptions, declareInterfaces } from './declarations/declare_interfaces.js';
export { init } from './init.js';
export { INSTANCE_CLASSES } from './instance_classes.js';
export { Logging } from './logging/logging.js';
export { Node } from './node/node.js';
export { QoS } from './qos/qos.js';
export type { Clock, TimeJump } from './time/clock.js';
export { ClockChange } from './time/clock_change.js';
export type { Publisher } from './topic/publisher.js';
export type { Subscription } from './topic/subscription.js';
export { type OpenWait, openWaits } from './world/open_waits.js';
export { currentWorld } from './world/world.js';

/**
 * Binds code that uses the client library outside of callbacks to this simulation from now on:
 * `init` initialises contexts in it, and new clocks belong to it. Callbacks, and their
 * continuations after awaiting virtual time, always belong to the simulation that runs them,
 * regardless of which was entered last, so several simulations can be stepped in turn.
 *
 * @returns a function that leaves it again and returns to the previous simulation
 */
export function enterSimulation(simulation: Simulation): () => void {
  return enterWorld(simulatedWorld(simulation));
}

/** What user code gets instead of the package `rclnodejs` and its modules. */
export function clientModules(): Readonly<Record<string, object>> {
  return { rclnodejs, ...deepModules };
}
