/**
 * Room `middleware`: the real protocol in virtual time. Each node of a run has a participant of room `dds`, and
 * participants exchange datagrams on simulated links: discovery, heartbeats, acknowledgements, fragments and
 * retransmissions.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `models`, `dds`, `live`.
 */
export { attachMiddleware } from './attach_middleware.js';
export type { WireStatistics } from './datagram_network.js';
