import { describe, expect, it } from 'vitest';
import { CollectionInterval } from './collection_interval.js';

const MEGABYTE = 1_000_000;
/** Old arrays are collected beyond this. */
const OLD_LIMIT = 50 * MEGABYTE;

/** A heap whose arrays live until `flight` more bytes are allocated, and become old after two collections. */
class Heap {
  allocated = 0;
  /** Bytes that became old, and how many of them are not collected yet. */
  old = 0;
  left = 0;
  flight: number;
  readonly interval = new CollectionInterval(() => this.flight + this.left);

  constructor(flight: number) {
    this.flight = flight;
  }

  collect(): void {
    const { bytes } = this.interval;
    this.allocated += bytes;
    const old = Math.max(0, this.flight - bytes);
    this.old += old;
    this.left = this.left > OLD_LIMIT ? 0 : this.left + old;
    this.interval.collected();
  }

  /** The interval after so many collections. */
  after(collections: number): number {
    for (let i = 0; i < collections; i++) this.collect();
    return this.interval.bytes;
  }
}

describe('the interval of collections', () => {
  it('is short while messages die soon', () => {
    expect(new Heap(MEGABYTE).after(10_000)).toBe(4 * MEGABYTE);
  });

  it('grows until waiting messages die young, but not without limit', () => {
    expect(new Heap(5 * MEGABYTE).after(100)).toBe(8 * MEGABYTE);
    expect(new Heap(15 * MEGABYTE).after(100)).toBe(16 * MEGABYTE);
    expect(new Heap(500 * MEGABYTE).after(100)).toBe(32 * MEGABYTE);
  });

  it('shrinks when fewer messages wait, and makes few of them old if it becomes too short', () => {
    const heap = new Heap(20 * MEGABYTE);
    expect(heap.after(100)).toBe(32 * MEGABYTE);
    heap.flight = MEGABYTE;
    expect(heap.after(9 * 16 * 8)).toBe(4 * MEGABYTE);
    const cloud = new Heap(5 * MEGABYTE);
    cloud.after(100_000);
    expect(cloud.old / cloud.allocated).toBeLessThan(0.001);
  });
});
