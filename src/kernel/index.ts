/**
 * Room `kernel`: the crank. Virtual time, timer heap, delay queue, ready queue, run loop,
 * named random streams, content hashing. It knows nothing of ROS and reads no clock.
 *
 * May import: `errors`.
 */
export type { Decider } from './decider.js';
export { type Delayed, DelayQueue } from './delay_queue.js';
export { DelayedAction } from './delayed_action.js';
export { Digest } from './digest.js';
export { parseDuration, parseLongDuration, readDuration } from './duration.js';
export { Kernel, type KernelOptions, turningKernel } from './kernel.js';
export type { Microtasks } from './microtasks.js';
export { NumberedItems } from './numbered_items.js';
export type { Pace } from './pace.js';
export { RandomStream, RandomStreams } from './random.js';
export { ReadyQueue } from './ready_queue.js';
export type { Runnable } from './runnable.js';
export type { Source } from './source.js';
export { LATEST, NANOSECONDS_PER_MILLISECOND, NANOSECONDS_PER_SECOND } from './time.js';
export { TimerHeap } from './timer_heap.js';
export type { StaleHeap, TimerHeapOptions, TimerRearm } from './timer_heap_options.js';
export type { TurnEnd, TurnLimits } from './turn.js';
