/** Addresses on the wire. */

/** The kind of UDP over IPv4; every other kind (IPv6, shared memory, TCP) is ignored. */
export const UDP_V4 = 1;
export const LOCATOR_BYTES = 24;

/** An IPv4 address and a UDP port. */
export interface Locator {
  readonly address: string;
  readonly port: number;
}

/** An IPv4 address as one number; `undefined` when it is not one. */
export function addressNumber(address: string): number | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address);
  if (match === null) return undefined;
  let value = 0;
  for (let i = 1; i <= 4; i++) {
    const part = Number(match[i]);
    if (part > 255) return undefined;
    value = value * 256 + part;
  }
  return value;
}

export function isMulticast(locator: Locator): boolean {
  const first = Number.parseInt(locator.address, 10);
  return first >= 224 && first <= 239;
}

function sameLocator(a: Locator, b: Locator): boolean {
  return a.port === b.port && a.address === b.address;
}

/** Whether a list holds all locators of another. */
export function includesAll(list: readonly Locator[], other: readonly Locator[]): boolean {
  return other.every((one) => list.some((each) => sameLocator(each, one)));
}

/** The ports that RTPS prescribes for a domain. */
export const PORTS = {
  spdpMulticast: (domain: number) => 7400 + 250 * domain,
  userMulticast: (domain: number) => 7401 + 250 * domain,
  spdpUnicast: (domain: number, index: number) => 7410 + 250 * domain + 2 * index,
  userUnicast: (domain: number, index: number) => 7411 + 250 * domain + 2 * index,
};

/** The group that discovery uses by default. */
export const SPDP_GROUP = '239.255.0.1';
/** The highest domain whose ports exist. */
export const MAX_DOMAIN = 232;
