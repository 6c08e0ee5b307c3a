/**
 * Room `guard`: makes user code in this thread see only virtual time and seeded randomness,
 * while Orrery keeps the real functions; loads user files into that realm.
 *
 * May import `errors` and `math` only; it meets the engine through {@link VirtualWorld}.
 */
export { areHotIntrinsicsWhole } from './are_hot_intrinsics_whole.js';
export { type Guard, type GuardOptions, installGuard } from './install_guard.js';
export type { LeakKind, LeakRecord } from './leaks.js';
export type { Asked } from './loader/loaded_files.js';
export type { ModuleMap } from './loader/module_map.js';
export { replacedLoader, withOwnLoader } from './loader/replaced_loader.js';
export { TopLevelAwaits } from './loader/top_level_awaits.js';
export { createLoader, type LoaderOptions, type UserLoader } from './loader/user_loader.js';
export { listensInRun } from './loopback.js';
export { nameCauseOfDeath } from './name_cause_of_death.js';
export { outside } from './outside.js';
export type { PipeOpened } from './patch_devices.js';
export { REPORTED_CALLS } from './patch_reported.js';
export { type ProcessEvents, ProcessExit } from './process_events.js';
export { real } from './real.js';
export {
  checkRealm,
  checkRealmOfCallback,
  glanceAtRealm,
  mendRealm,
} from './realm_watch.js';
export { ScriptPlaces } from './script_places.js';
export { type StackPlace, userPlaceIn } from './stack_place.js';
export type { StandardInput } from './standard_input.js';
export { ThreadState } from './thread_state.js';
export { abandonHeld } from './tickets.js';
export type { Leak, Settle, VirtualWorld } from './virtual_world.js';
