/** Units of bandwidths, in bits per second. */
export const BIT_RATES = { 'bit/s': 1, 'kbit/s': 1e3, 'Mbit/s': 1e6, 'Gbit/s': 1e9 } as const;
