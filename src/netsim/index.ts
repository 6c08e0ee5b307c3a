/**
 * Room `netsim`: robots that talk over a channel. Agents, the channel between them, network
 * simulators, physics, the coordinators of ROS-NetSim.
 *
 * May import: `errors`, `math`, `packages`, `kernel`, `interfaces`, `graph`, `models`, `simulation`,
 * `guard`.
 */
export { type AttachedNetwork, attachNetwork, type NetworkHooks } from './attach_network.js';
export { type ChannelMap, channelMap } from './channel/channel_map.js';
export { drawChannelMap } from './channel/draw_channel_map.js';
export { flowFigures, flowSamples } from './flows/flow_figures.js';
export type { FlowRecord } from './flows/flow_record.js';
export { runFlows, runFlowsAnywhere } from './flows/run_flows.js';
export { buildProgram, builtProgram } from './native/native_program.js';
export { NATIVE_PROGRAMS } from './native/native_programs.js';
export { corruptAsOriginal } from './protocol/bit_errors.js';
export { decompress, encodeFrame, FrameReader } from './protocol/frames.js';
export { addressedTo, headerChecksum, parseIpv4 } from './protocol/ipv4.js';
export {
  CHANNEL_DATA,
  type ChannelData,
  NETWORK_UPDATE,
  type NetworkUpdate,
  PHYSICS_UPDATE,
  type PhysicsUpdate,
} from './protocol/messages.js';
export type { ProtoMessage } from './protocol/proto_message.js';
export { type ErrorModel, packetErrorRate } from './wifi/packet_error_rate.js';
export { type SaturationOptions, saturationThroughput } from './wifi/saturation.js';
export { WIFI_STANDARDS, wifiStandard } from './wifi/wifi_standard.js';
export { readCoordinatorConfiguration } from './windows/coordinator_configuration.js';
export { NetworkWindows } from './windows/network_windows.js';
export { PacketLedger } from './windows/packet_ledger.js';
export { addressText, type PeerAddress, parsePeerAddress } from './windows/peer_address.js';
export { PeerConnection } from './windows/peer_connection.js';
export { PhysicsWindows } from './windows/physics_windows.js';
export { readSession, replaySession } from './windows/replay_session.js';
export { WindowCoordinator, type WindowPacket } from './windows/window_coordinator.js';
export { serveWindows } from './windows/window_server.js';
