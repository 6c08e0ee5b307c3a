/**
 * Room `rosbridge`: web pages and viewers as others of a run, by rosbridge v2 or the Foxglove WebSocket
 * protocol. A thread speaks with the clients; for the run it takes the place of the participant of a network.
 *
 * May import: `errors`, `interfaces`, `dds`.
 */
export { RosbridgeParticipant } from './rosbridge_participant.js';
export type { Pace, PaceWish, RunClock } from './thread_messages.js';
