import type { WifiStandardName } from '../../models/index.js';

/** One modulation and coding scheme of a standard. */
export interface WifiRate {
  /** Nominal bits per second, as the standard's tables round it. */
  readonly bitsPerSecond: number;
  /** Data bits per OFDM symbol; 0 for DSSS, whose bits take `1 / bitsPerSecond` each. */
  readonly bitsPerSymbol: number;
  /** Bits per second at which the acknowledgement of a frame of this rate is sent. */
  readonly controlRate: number;
  /** Selects the curve of the error models: bits per subcarrier and code rate. */
  readonly modulation: Modulation;
}

/** Determines the bit error rate: bits per symbol and subcarrier, and the code rate. */
export interface Modulation {
  readonly bits: 1 | 2 | 4 | 6 | 8 | 10;
  readonly codeRate: '1/2' | '2/3' | '3/4' | '5/6';
}

/** Timing and framing of one 802.11 amendment; all durations in ns. */
export interface WifiStandard {
  readonly name: WifiStandardName;
  readonly slot: number;
  readonly sifs: number;
  /** Arbitration: DIFS is SIFS and two slots; best-effort EDCA waits one slot longer. */
  readonly aifsn: 2 | 3;
  /** How back-off is counted, see {@link Backoff}. */
  readonly access: 'dcf' | 'edca';
  readonly cwMin: number;
  readonly cwMax: number;
  /** Preamble and header of data frames. */
  readonly preamble: number;
  /** Preamble and header of acknowledgements, which are sent as the oldest stations send. */
  readonly controlPreamble: number;
  readonly symbol: number;
  readonly controlSymbol: number;
  /** Silence that 2.4 GHz OFDM appends to each frame. */
  readonly signalExtension: number;
  /** Bytes that MAC (header and FCS) and LLC/SNAP add to an IP packet. */
  readonly overhead: number;
  readonly rates: readonly WifiRate[];
}

const US = 1000;
const QPSK_HALF: Modulation = { bits: 2, codeRate: '1/2' };

/** Bits per subcarrier and code rate of MCS 0 … 11 (802.11ax, Table 27-55 and following). */
const MODULATIONS: readonly Modulation[] = [
  { bits: 1, codeRate: '1/2' },
  QPSK_HALF,
  { bits: 2, codeRate: '3/4' },
  { bits: 4, codeRate: '1/2' },
  { bits: 4, codeRate: '3/4' },
  { bits: 6, codeRate: '2/3' },
  { bits: 6, codeRate: '3/4' },
  { bits: 6, codeRate: '5/6' },
  { bits: 8, codeRate: '3/4' },
  { bits: 8, codeRate: '5/6' },
  { bits: 10, codeRate: '3/4' },
  { bits: 10, codeRate: '5/6' },
];

/** The highest of the mandatory rates 6, 12, 24 Mb/s that is not above the modulation's class. */
function ofdmControlRate(bits: number): number {
  return bits === 1 ? 6e6 : bits === 2 ? 12e6 : 24e6;
}

function fraction(codeRate: Modulation['codeRate']): number {
  const [over, under] = codeRate.split('/').map(Number) as [number, number];
  return over / under;
}

/** 802.11-2020, Table 17-4: 48 data subcarriers, symbols of 4 µs. */
const LEGACY_RATES: readonly WifiRate[] = (
  [
    [6e6, 1, '1/2'],
    [9e6, 1, '3/4'],
    [12e6, 2, '1/2'],
    [18e6, 2, '3/4'],
    [24e6, 4, '1/2'],
    [36e6, 4, '3/4'],
    [48e6, 6, '2/3'],
    [54e6, 6, '3/4'],
  ] as const
).map(([bitsPerSecond, bits, codeRate]) => ({
  bitsPerSecond,
  bitsPerSymbol: bitsPerSecond * 4e-6,
  controlRate: ofdmControlRate(bits),
  modulation: { bits, codeRate },
}));

/** 802.11-2020, clauses 15 and 16; acknowledgements at the basic rates 1 and 2 Mb/s. */
const DSSS_RATES: readonly WifiRate[] = [1e6, 2e6, 5.5e6, 11e6].map((bitsPerSecond) => ({
  bitsPerSecond,
  bitsPerSymbol: 0,
  controlRate: bitsPerSecond === 1e6 ? 1e6 : 2e6,
  // There is no curve for complementary code keying; the nearest one of OFDM is used.
  modulation: bitsPerSecond === 1e6 ? { bits: 1, codeRate: '1/2' } : QPSK_HALF,
}));

/** Rates of one spatial stream by data subcarriers and symbol duration (ns). */
function mcsRates(count: number, subcarriers: number, symbol: number): WifiRate[] {
  return MODULATIONS.slice(0, count).map((modulation) => {
    const bitsPerSymbol = Math.floor(
      subcarriers * modulation.bits * fraction(modulation.codeRate) + 1e-9,
    );
    return {
      bitsPerSecond: (bitsPerSymbol / symbol) * 1e9,
      bitsPerSymbol,
      controlRate: ofdmControlRate(modulation.bits),
      modulation,
    };
  });
}

const OFDM = {
  access: 'dcf',
  aifsn: 2,
  cwMin: 15,
  cwMax: 1023,
  preamble: 20 * US,
  controlPreamble: 20 * US,
  symbol: 4 * US,
  controlSymbol: 4 * US,
  overhead: 36,
  rates: LEGACY_RATES,
} as const;

/** Data subcarriers of an HE resource unit that fills the channel, by channel width in MHz. */
const HE_SUBCARRIERS: Readonly<Record<number, number>> = { 20: 234, 40: 468, 80: 980, 160: 1960 };

const STANDARDS: Readonly<Record<WifiStandardName, Omit<WifiStandard, 'name'>>> = {
  '11b': {
    ...OFDM,
    slot: 20 * US,
    sifs: 10 * US,
    cwMin: 31,
    preamble: 192 * US,
    controlPreamble: 192 * US,
    signalExtension: 0,
    rates: DSSS_RATES,
  },
  '11a': { ...OFDM, slot: 9 * US, sifs: 16 * US, signalExtension: 0 },
  '11g': { ...OFDM, slot: 9 * US, sifs: 10 * US, signalExtension: 6 * US },
  // 2.4 GHz ad hoc, one stream, long guard interval; the long slot, as ns-3 has it there.
  '11n': {
    ...OFDM,
    access: 'edca',
    aifsn: 3,
    slot: 20 * US,
    sifs: 10 * US,
    signalExtension: 6 * US,
    preamble: 36 * US,
    overhead: 38,
    rates: mcsRates(8, 52, 4 * US),
  },
  // 5 GHz, one stream, guard interval of 0.8 µs.
  '11ax': {
    ...OFDM,
    access: 'edca',
    aifsn: 3,
    slot: 9 * US,
    sifs: 16 * US,
    signalExtension: 0,
    preamble: 44 * US,
    symbol: 13_600,
    overhead: 38,
    rates: [],
  },
};

/** Names of the supported standards. */
export const WIFI_STANDARDS = Object.keys(STANDARDS) as readonly WifiStandardName[];

/**
 * Timing, framing and rates of an 802.11 amendment.
 *
 * @param width - channel width in MHz; only `11ax` has widths other than 20
 */
export function wifiStandard(name: WifiStandardName, width = 20): WifiStandard {
  const standard = STANDARDS[name];
  if (name !== '11ax') return { name, ...standard };
  return { name, ...standard, rates: mcsRates(12, HE_SUBCARRIERS[width] ?? 234, standard.symbol) };
}
