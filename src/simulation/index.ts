/**
 * Room `simulation`: one simulated world, made of kernel, graph and executor, and the
 * loop that turns its crank and checks the real world in between.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `models`, `executors`.
 */
export { applyModels, type ModelHooks } from './apply_models.js';
export { engineMicrotasks } from './engine_microtasks.js';
export type { ProcessCallbackGroup, ProcessExecutor, ProcessHooks } from './executor_assignment.js';
export { setOuterSimulation } from './outer_simulation.js';
export { reportDeadlockAtEnd } from './report_deadlock_at_end.js';
export { type EndCondition, Simulation } from './simulation.js';
export type { SimulationOptions } from './simulation_options.js';
export { type Thrown, thrown } from './thrown.js';
export { UserTimer } from './user_timer.js';
