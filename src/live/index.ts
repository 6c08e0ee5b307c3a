/**
 * Room `live`: a run that takes part in a real network. The nodes of a run are announced there, the
 * nodes of others are mirrored into the graph of the run, and all inputs are recorded on a tape, which
 * another run can play instead of joining the network.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `simulation`, `guard`, `bag`, `dds`,
 * `rosbridge`.
 */
export { joinNetwork, liveSettingsOf } from './join_network.js';
export {
  type LiveSettings,
  liveOptions,
  type ResumeSettings,
  type ServeSettings,
} from './live_settings.js';
export { LiveSource } from './live_source.js';
export { fromWire, toWire } from './qos_on_wire.js';
export { TapeSource } from './tape_source.js';
