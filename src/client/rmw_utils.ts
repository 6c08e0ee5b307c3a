import { DistroUtils } from './distro_utils.js';

const RMWNames = {
  FASTRTPS: 'rmw_fastrtps_cpp',
  CONNEXT: 'rmw_connext_cpp',
  CYCLONEDDS: 'rmw_cyclonedds_cpp',
  GURUMDDS: 'rmw_gurumdds_cpp',
  ZENOH: 'rmw_zenoh_cpp',
} as const;

/** The middleware that the program sees: the simulation answers as the distribution would. */
export const RMWUtils = {
  RMWNames,

  /** `RMW_IMPLEMENTATION` if it is set, else the default of the distribution. */
  getRMWName(): string {
    if (process.env.RMW_IMPLEMENTATION) return process.env.RMW_IMPLEMENTATION;
    // only Galactic shipped with Cyclone DDS as its default
    return DistroUtils.getDistroName() === 'galactic' ? RMWNames.CYCLONEDDS : RMWNames.FASTRTPS;
  },
};
