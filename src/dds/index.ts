/**
 * Room `dds`: a DDS participant in TypeScript: the RTPS protocol as one engine without sockets, clock,
 * timers or randomness, and ROS 2's conventions on top of it.
 *
 * May import: `errors`, `interfaces`.
 *
 * A driver owns a `Participant` and does four things with it:
 *
 * 1. gives it each datagram that arrives: `handle(datagram, now)`;
 * 2. calls `tick(now)` when `nextDeadline()` has come;
 * 3. after each of these, and after writes, sends what `takeOutgoing(maxBytes)` returns until
 *    `hasOutgoing` is false, with the pauses that its network needs;
 * 4. supplies what the engine does not have: the time (`now`, ns since a start of its own), the time
 *    of day at that start, and ten random bytes for the participant's name (`newPrefix`).
 *
 * `UdpDriver` does this with sockets in its own thread, `LiveParticipant` in another thread, so that neither
 * a program nor the network waits for the other; tests and simulated networks do it in virtual time;
 * captures and fuzzing need no driver at all. Every bound is in `limits.ts`.
 */
export type { DiscoveryListener } from './discovery_listener.js';
export type { ContentFilter, EndpointData } from './endpoint_data.js';
export { fromHex, type Guid, hex, VENDOR } from './guid.js';
export type { SampleIdentity } from './inline_qos.js';
export type { InstanceState } from './instances.js';
export { LiveGraph } from './live_graph.js';
export type { LiveEndpoint, LiveNews, LiveNodeEntities, LivePeer } from './live_news.js';
export {
  type LiveClientListener,
  type LiveListener,
  LiveParticipant,
  type OnRequest,
} from './live_participant.js';
export type { LiveNode, LiveOptions, LiveSample, LiveStatus } from './live_protocol.js';
export { type Locator, PORTS, SPDP_GROUP } from './locator.js';
export { type InterfaceAddress, interfaceAddresses } from './network_interfaces.js';
export type { Datagram } from './outbox.js';
export { Participant } from './participant.js';
export type { ParticipantData } from './participant_data.js';
export {
  type EndpointOptions,
  newPrefix,
  type ParticipantOptions,
} from './participant_options.js';
export type { Peer } from './peer.js';
export { DEFAULT_QOS, incompatiblePolicy, type PolicyName, type Qos } from './qos.js';
export type { Reader, ReaderListener, ReaderOptions } from './reader.js';
export type { ReceivedSample } from './received_sample.js';
export type { Reason, Rejections } from './rejection.js';
export type { GidBytes, NodeEntities, ParticipantEntities } from './ros_discovery_info.js';
export { RosGraph, type RosGraphOptions } from './ros_graph.js';
export * from './ros_names.js';
export { ServiceClient, type ServiceOptions, ServiceServer } from './ros_service.js';
export type { RequestId, ServiceForm } from './ros_service_header.js';
export {
  type EndpointUserData,
  endpointUserData,
  participantUserData,
  readEndpointUserData,
} from './ros_user_data.js';
export { UdpDriver } from './udp_driver.js';
export type { UdpOptions } from './udp_options.js';
export type { Writer } from './writer.js';
export type { WriteOptions, WriterListener } from './writer_listener.js';
