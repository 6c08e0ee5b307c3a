/**
 * Room `netsim`: robots that talk over a channel. Agents, the channel between them, network
 * simulators, physics, the coordinators of ROS-NetSim.
 *
 * May import: `errors`, `math`, `kernel`, `interfaces`, `graph`, `models`, `simulation`.
 */
export { attachNetwork, type NetworkHooks } from './attach_network.js';
export { corrupt, corruptAsOriginal, geometric } from './protocol/bit_errors.js';
export { compress, decompress, encodeFrame, FrameReader } from './protocol/frames.js';
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
export { type SaturationOptions, saturationThroughput } from './wifi/saturation.js';
export { HE_WIDTHS, WIFI_STANDARDS, wifiStandard } from './wifi/wifi_standard.js';
