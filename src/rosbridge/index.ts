/**
 * Room `rosbridge`: web pages as others of a run, by the protocol rosbridge v2 over WebSocket. A thread
 * speaks with the clients; for the run it takes the place of the participant of a network.
 *
 * May import: `errors`, `interfaces`, `dds`.
 */
export { RosbridgeParticipant } from './rosbridge_participant.js';
