import { describe, expect, it } from 'vitest';
import { type InterfaceAddress, rankLocator } from './network_interfaces.js';

const LO: InterfaceAddress = {
  name: 'lo',
  address: '127.0.0.1',
  mask: 0xff000000,
  isLoopback: true,
};
const ETH: InterfaceAddress = {
  name: 'eth0',
  address: '192.0.2.2',
  mask: 0xffffff00,
  isLoopback: false,
};
const MACHINE = [LO, ETH];
const rank = (address: string, from: InterfaceAddress[]) =>
  rankLocator({ address, port: 7410 }, from, MACHINE);

describe('the rank of a locator', () => {
  it('on the loopback: addresses of this machine, whichever interface has them, and no others', () => {
    expect(rank('127.0.0.1', [LO])).toBe(3);
    expect(rank('192.0.2.2', [LO])).toBe(1);
    expect(rank('192.0.2.3', [LO])).toBe(-1);
    expect(rank('239.255.0.1', [LO])).toBe(-1);
  });

  it('on a network: that network before others, and the loopback only with its interface', () => {
    expect(rank('192.0.2.3', [ETH])).toBe(2);
    expect(rank('198.51.100.1', [ETH])).toBe(0);
    expect(rank('127.0.0.1', [ETH])).toBe(-1);
    expect(rank('127.0.0.1', MACHINE)).toBe(3);
  });
});
