/**
 * Room `rosbridge`: web pages and viewers that take part in a run, by rosbridge v2 or the Foxglove WebSocket
 * protocol. A thread talks to the clients; to the run, it takes the place of the participant of a network.
 *
 * May import: `errors`, `interfaces`, `dds`.
 */
export { RosbridgeParticipant } from './rosbridge_participant.js';
export type { Pace, PaceWish, RunClock } from './thread_messages.js';
