/**
 * Room `guests`: processes of other languages as nodes of the simulation. Frames over two blocking
 * pipes, one side speaking at a time; a guest's entities are ordinary entities of the graph.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `models`, `simulation`, `guard`.
 */
export type { GuestLimits } from './frame_kinds.js';
export { type GuestProgram, isGuestProgram, MACHINE_VARIABLES } from './guest_command.js';
export type { GuestRound } from './guest_round.js';
export { Guests } from './guests.js';
export type { GuestsOptions, KeptForGuests } from './guests_options.js';
export type { Joining } from './joined_process.js';
export { OpenCallback } from './open_callback.js';
export { OrphanWatch } from './orphan_watch.js';
export type { InputPiece } from './read_input.js';
export { isAnother, RoundMember } from './round_member.js';
export type { ChildEvent, ChildProcesses, GuestDebugger } from './session_options.js';
export { Starters, type StartersHost } from './starters.js';
export { Watchdog } from './watchdog.js';
export type { GuestMishap } from './why_ended.js';
