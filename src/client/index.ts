/**
 * Room `client`: the client library, a stand-in for `rclnodejs` 2.2. User programs see
 * `rclnodejs.ts`; other rooms see what is exported here.
 *
 * May import: `errors`, `parameters`, `kernel`, `interfaces`, `graph`, `models`, `executors`,
 * `simulation`.
 */
import type { Simulation } from '../simulation/index.js';
import { forgetContexts } from './context.js';
import { deepModules } from './deep_modules.js';
import { useTypeRegistry } from './message/interfaces_in_use.js';
import rclnodejs from './rclnodejs.js';
import { simulatedWorld, useWorld } from './world/world.js';

export { Context } from './context.js';
export { type DeclarationOptions, declareInterfaces } from './declarations/declare_interfaces.js';
export { init, shutdown, shutdownAll } from './init.js';
export { Logging } from './logging/logging.js';
export { Node } from './node/node.js';
export { QoS } from './qos/qos.js';
export type { Clock, TimeJump } from './time/clock.js';
export { ClockChange } from './time/clock_change.js';
export type { Publisher } from './topic/publisher.js';
export type { Subscription } from './topic/subscription.js';
export { currentWorld } from './world/world.js';

/** Has programs that use the client library from now on live in this simulation. */
export function enterSimulation(simulation: Simulation): void {
  forgetContexts();
  useWorld(simulatedWorld(simulation));
  useTypeRegistry(simulation.types);
}

/** What user code gets in place of the package `rclnodejs` and its modules. */
export function clientModules(): Readonly<Record<string, object>> {
  return { rclnodejs, ...deepModules };
}
