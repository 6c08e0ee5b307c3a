import type { NativeProgram } from './native_program.js';

/** ns-3 behind ROS-NetSim's protocol. */
export const NS3: NativeProgram = {
  name: 'ns3-network',
  folder: 'ns3',
  source: 'ns3_network.cc',
  compiler: 'c++',
  options: ['-O1', '-std=c++17'],
  libraries: [
    ...['wifi', 'mobility', 'propagation', 'network', 'core'].map((part) => `-lns3-${part}`),
    '-lz',
  ],
  needs: 'a C++ compiler, ns-3 and zlib (Debian, Ubuntu: apt-get install libns3-dev zlib1g-dev)',
};

/** A network namespace with a TUN device. */
export const TUN_RELAY: NativeProgram = {
  name: 'tun-relay',
  folder: 'tun',
  source: 'tun_relay.c',
  compiler: 'cc',
  options: ['-O1'],
  libraries: [],
  needs: 'a C compiler and the headers of Linux (Debian, Ubuntu: apt-get install gcc libc6-dev)',
};

/** The programs that `orrery netsim build` compiles, by name. */
export const NATIVE_PROGRAMS: Readonly<Record<string, NativeProgram>> = {
  ns3: NS3,
  tun: TUN_RELAY,
};
