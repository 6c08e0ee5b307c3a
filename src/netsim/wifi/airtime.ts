import type { WifiRate, WifiStandard } from './wifi_standard.js';

/** SERVICE field and tail bits that OFDM frames carry. */
const SERVICE_AND_TAIL = 22;
const ACK_BITS = 14 * 8;

/**
 * How long a data frame occupies the channel, in ns.
 *
 * @param bytes - size of the IP packet in it
 */
export function dataAirtime(standard: WifiStandard, rate: WifiRate, bytes: number): number {
  return (
    standard.preamble +
    bitTime(
      8 * (bytes + standard.overhead),
      rate.bitsPerSecond,
      rate.bitsPerSymbol,
      standard.symbol,
    ) +
    standard.signalExtension
  );
}

/** How long the acknowledgement of a frame of this rate occupies the channel, in ns. */
export function ackAirtime(standard: WifiStandard, rate: WifiRate): number {
  const { controlRate } = rate;
  const perSymbol = rate.bitsPerSymbol === 0 ? 0 : (controlRate * standard.controlSymbol) / 1e9;
  return (
    standard.controlPreamble +
    bitTime(ACK_BITS, controlRate, perSymbol, standard.controlSymbol) +
    standard.signalExtension
  );
}

/** From the end of a busy channel to the first slot in which a station may send, in ns. */
export function interframeSpace({ sifs, slot, aifsn }: WifiStandard): number {
  return sifs + aifsn * slot;
}

function bitTime(bits: number, rate: number, bitsPerSymbol: number, symbol: number): number {
  // DSSS: whole microseconds, as the LENGTH field counts them.
  if (bitsPerSymbol === 0) return Math.ceil((bits * 1e6) / rate) * 1000;
  return symbol * Math.ceil((SERVICE_AND_TAIL + bits) / bitsPerSymbol);
}
