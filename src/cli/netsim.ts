import { Command } from 'commander';
import { netsimBuildCommand } from './netsim_build.js';
import { netsimCoordinatorCommand } from './netsim_coordinator.js';
import { netsimFlowsCommand } from './netsim_flows.js';
import { netsimMapCommand } from './netsim_map.js';
import { netsimReplayCommand } from './netsim_replay.js';
import { netsimSaturationCommand } from './netsim_saturation.js';
import { netsimServeCommand } from './netsim_serve.js';
import { netsimTunCommand } from './netsim_tun.js';

/** `orrery netsim`: tables of the 802.11 model, and ROS-NetSim's coordinator and simulators. */
export function netsimCommand(): Command {
  return new Command('netsim')
    .addCommand(netsimBuildCommand())
    .addCommand(netsimFlowsCommand())
    .addCommand(netsimMapCommand())
    .addCommand(netsimSaturationCommand())
    .addCommand(netsimCoordinatorCommand())
    .addCommand(netsimServeCommand('network'))
    .addCommand(netsimServeCommand('physics'))
    .addCommand(netsimReplayCommand())
    .addCommand(netsimTunCommand());
}
