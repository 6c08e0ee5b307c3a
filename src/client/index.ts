/**
 * Room `client`: the client library, a stand-in for `rclnodejs` 2.2. User programs see
 * `rclnodejs.ts`; other rooms see what is exported here.
 *
 * May import: `errors`, `parameters`, `kernel`, `interfaces`, `graph`, `models`, `executors`,
 * `simulation`.
 */
import type { Simulation } from '../simulation/index.js';
import { forgetContexts } from './context.js';
import * as errors from './errors/index.js';
import { useTypeRegistry } from './message/interfaces_in_use.js';
import * as messageJson from './message/json.js';
import * as messageValidation from './message/message_validation.js';
import * as eventCallbacks from './qos/event_callbacks.js';
import rclnodejs from './rclnodejs.js';
import { simulatedWorld, useWorld } from './world/world.js';

export { Context } from './context.js';
export { type DeclarationOptions, declareInterfaces } from './declarations/declare_interfaces.js';
export { init, shutdown, shutdownAll } from './init.js';
export { Node } from './node/node.js';

/** Has programs that use the client library from now on live in this simulation. */
export function enterSimulation(simulation: Simulation): void {
  forgetContexts();
  useWorld(simulatedWorld(simulation));
  useTypeRegistry(simulation.types);
}

/** What user code gets in place of the package `rclnodejs` and its modules. */
export function clientModules(): Readonly<Record<string, object>> {
  return {
    rclnodejs,
    'rclnodejs/lib/errors': { ...errors },
    'rclnodejs/lib/event_handler': { ...eventCallbacks },
    'rclnodejs/lib/message_serialization': { ...messageJson },
    'rclnodejs/lib/message_validation': { ...messageValidation },
  };
}
