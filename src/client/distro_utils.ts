/** Numbers that order the distributions: year and month of the release. */
const DistroId = {
  UNKNOWN: 0,
  ELOQUENT: 1911,
  FOXY: 2006,
  GALACTIC: 2105,
  HUMBLE: 2205,
  IRON: 2305,
  JAZZY: 2405,
  KILTED: 2505,
  LYRICAL: 2605,
  ROLLING: 5000,
  /** The number of an unknown name, which is assumed to be newer than Rolling. */
  FUTURE: 9999,
} as const;

const IDS_BY_NAME = new Map<string, number>([
  ['eloquent', DistroId.ELOQUENT],
  ['foxy', DistroId.FOXY],
  ['galactic', DistroId.GALACTIC],
  ['humble', DistroId.HUMBLE],
  ['iron', DistroId.IRON],
  ['jazzy', DistroId.JAZZY],
  ['kilted', DistroId.KILTED],
  ['lyrical', DistroId.LYRICAL],
  ['rolling', DistroId.ROLLING],
]);

export declare namespace DistroUtils {
  /** A distribution's number. */
  export type DistroId = number;
  /** A distribution's name. */
  export type DistroName = string;
}

/** The distribution of a simulation if the environment names none. */
const DEFAULT_DISTRO = 'jazzy';

/** The ROS 2 distribution that the program sees. */
export const DistroUtils = {
  DistroId,

  /** The number of a distribution, by default of the current one. */
  getDistroId(distroName?: string): number {
    const name = (distroName || DistroUtils.getDistroName())?.toLowerCase();
    if (!name) return DistroId.UNKNOWN;
    return IDS_BY_NAME.get(name) ?? DistroId.FUTURE;
  },

  /**
   * The name of a distribution; without an argument, that of the current one (`ROS_DISTRO`, else
   * jazzy). Undefined for a number that no distribution has.
   */
  getDistroName(distroId?: number | string): string | undefined {
    if (!distroId) return process.env.ROS_DISTRO || DEFAULT_DISTRO;
    for (const [name, id] of IDS_BY_NAME) if (id === Number(distroId)) return name;
    return undefined;
  },

  /** All known names, oldest first. */
  getKnownDistroNames(): string[] {
    return [...IDS_BY_NAME.keys()];
  },
};
