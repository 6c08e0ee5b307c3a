/** Which addresses of this machine a participant uses, and which locators of others it can reach. */
import { networkInterfaces } from 'node:os';
import { OrreryError } from '../errors/index.js';
import { addressNumber, isMulticast, type Locator } from './locator.js';

/** An IPv4 address of an interface. */
export interface InterfaceAddress {
  readonly name: string;
  readonly address: string;
  /** Bits that addresses of the same network have in common, as a number of 32 bits. */
  readonly mask: number;
  readonly isLoopback: boolean;
}

/** All IPv4 addresses of this machine. */
export function interfaceAddresses(): InterfaceAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family }) => family === 'IPv4')
      .map(({ address, netmask, internal }) => ({
        name,
        address,
        mask: addressNumber(netmask) ?? 0xffffffff,
        isLoopback: internal,
      })),
  );
}

/**
 * The addresses of the given interfaces (names or addresses); those of the loopback if none is given, so
 * that nothing leaves the machine unasked.
 * @throws `ORR_DDS_INTERFACE` when there is no such interface
 */
export function chooseInterfaces(
  names: readonly string[],
  all: readonly InterfaceAddress[] = interfaceAddresses(),
): InterfaceAddress[] {
  if (names.length === 0) return [all.find(({ isLoopback }) => isLoopback) ?? LOOPBACK];
  return names.map((name) => {
    const found = findInterface(name, all);
    if (found !== undefined) return found;
    const known = all.map((each) => each.name).join(', ');
    throw new OrreryError(
      'ORR_DDS_INTERFACE',
      `There is no interface "${name}" with an IPv4 address; this machine has ${known}.`,
    );
  });
}

/** Like {@link chooseInterfaces}, without interfaces that do not exist at the moment. */
export function presentInterfaces(
  names: readonly string[],
  all: readonly InterfaceAddress[] = interfaceAddresses(),
): InterfaceAddress[] {
  if (names.length === 0) return chooseInterfaces(names, all);
  return names.map((name) => findInterface(name, all)).filter((each) => each !== undefined);
}

function findInterface(
  name: string,
  all: readonly InterfaceAddress[],
): InterfaceAddress | undefined {
  const found = all.find((each) => each.name === name || each.address === name);
  return found ?? (name === 'lo' || name === LOOPBACK.address ? LOOPBACK : undefined);
}

const LOOPBACK: InterfaceAddress = {
  name: 'lo',
  address: '127.0.0.1',
  mask: 0xff000000,
  isLoopback: true,
};

/** Whether an address is in the same network as an interface. */
export function isNear(address: string, to: InterfaceAddress): boolean {
  const [a, b] = [addressNumber(address), addressNumber(to.address)];
  if (a === undefined || b === undefined) return false;
  // Shifts produce signed 32-bit numbers, but only the equality of both matters.
  return ((a ^ b) & to.mask) === 0;
}

/**
 * How well a locator can be reached from these interfaces: loopback best, then the same network, then
 * addresses behind a router; -1 for addresses that must not or cannot be reached.
 *
 * @param machine - all addresses of this machine
 */
export function rankLocator(
  locator: Locator,
  from: readonly InterfaceAddress[],
  machine: readonly InterfaceAddress[],
): number {
  if (isMulticast(locator)) return -1;
  const isLocal = locator.address.startsWith('127.');
  const hasLoopback = from.some(({ isLoopback }) => isLoopback);
  if (isLocal) return hasLoopback ? 3 : -1;
  const outside = from.filter(({ isLoopback }) => !isLoopback);
  // Traffic to an address of this machine does not leave it, whichever interface has the address. With a
  // network, Fast DDS announces only such addresses.
  if (outside.length === 0) {
    return machine.some(({ address }) => address === locator.address) ? 1 : -1;
  }
  return outside.some((each) => isNear(locator.address, each)) ? 2 : 0;
}
