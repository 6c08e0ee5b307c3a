/**
 * The DDS domains of the test suite. Tests that run at the same time use different domains, and so do the processes
 * that Orrery starts in other tests meanwhile.
 */

/** Empty unless a test says otherwise. */
export const EMPTY = 1;

/** For nodes that one test file starts by hand; it also needs the next two domains. */
export const BY_HAND = { first: 2, count: 16 } as const;

/** For tests that exchange something over DDS, one for each of the three workers. */
export const EXCHANGED = { first: 20, count: 16, workers: 3 } as const;

/**
 * The remaining domains, in the form of `ORRERY_DOMAINS`. Beyond domain 101, some ports are in the range that the
 * system assigns to any program.
 */
export const PROCESSES = `${EXCHANGED.first + EXCHANGED.count * EXCHANGED.workers}-101,215-231`;
