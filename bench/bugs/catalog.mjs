// The measured set: what is wrong with each program, what may vary, and the fewest decisions that break it, known
// from its construction. The programs are next to this file.

/**
 * @typedef {object} Entry
 * @property {string} name  of its program, with the extension unless that is .cjs
 * @property {string} kind
 * @property {string[]} [files]  other programs of the system
 * @property {string} [until]
 * @property {string[]} [options]  what may vary besides seeds and orders, and what must hold
 * @property {number} [fewest]  the fewest decisions; undefined: the system is correct
 */

/** @type {Entry[]} */
export const BUGS = [
  { name: 'lost_update', kind: 'lost update', fewest: 1 },
  { name: 'check_then_act', kind: 'check, then act', fewest: 1 },
  { name: 'startup_race', kind: 'startup', fewest: 1 },
  { name: 'slow_discovery', kind: 'startup', options: ['--discovery', '200ms'], fewest: 1 },
  { name: 'cancel_or_result', kind: 'cancel against result', fewest: 2 },
  { name: 'lifecycle', kind: 'lifecycle', fewest: 1 },
  { name: 'approximate_sync', kind: 'approximate sync', fewest: 1 },
  { name: 'abba', kind: 'deadlock', fewest: 1 },
  {
    name: 'crash_window',
    kind: 'crash within 20 ms of 1 s',
    files: ['journal_store'],
    until: '3s',
    options: ['--fault', 'crash:/writer=50ms'],
    fewest: 1,
  },
  { name: 'depth_1', kind: 'depth 1', until: '2s', fewest: 1 },
  { name: 'depth_2', kind: 'depth 2', until: '2s', fewest: 2 },
  { name: 'depth_3', kind: 'depth 3', until: '2s', fewest: 3 },
  { name: 'depth_4', kind: 'depth 4', until: '2s', fewest: 4 },
  { name: 'depth_5', kind: 'depth 5', until: '2s', fewest: 5 },
  { name: 'depth_6', kind: 'depth 6', until: '2s', fewest: 6 },
  { name: 'starvation', kind: 'starvation', until: '2s', fewest: 1 },
  { name: 'reversed', kind: 'one order of 120', fewest: 4 },
  { name: 'rare_seed', kind: '2 % of seeds', fewest: 1 },
  { name: 'frequent_seed', kind: '18 % of seeds', fewest: 1 },
  { name: 'seed_and_order', kind: 'seed and order', fewest: 2 },
  { name: 'offset_1ms', kind: 'timers 1 ms apart', options: ['--jitter', '2ms'], fewest: 1 },
  { name: 'service_delay', kind: 'late answer', options: ['--delay', '/map=0..80ms'], fewest: 1 },
  {
    name: 'topic_delay',
    kind: 'late messages',
    options: ['--delay', '/transform=0..40ms'],
    fewest: 1,
  },
  { name: 'two_losses', kind: 'losses', options: ['--lose', '/heartbeat=2'], fewest: 2 },
  { name: 'twice', kind: 'duplicates', options: ['--fault', 'duplicate:/order'], fewest: 1 },
  { name: 'pause', kind: 'standstill', options: ['--fault', 'freeze:/controller=80ms'], fewest: 1 },
  {
    name: 'wake_up',
    kind: 'lost wake-up',
    options: ['--check', 'eventually:/done: data == 1'],
    fewest: 1,
  },
  { name: 'parameter_window', kind: 'parameters: check, then use', fewest: 1 },
  { name: 'deactivated_goal', kind: 'lifecycle during a goal', fewest: 2 },
  {
    name: 'sync_window',
    kind: 'window of a synchroniser',
    options: ['--jitter', '2ms', '--check', 'progress:/joined within 150ms'],
    fewest: 1,
  },
  { name: 'double_cancel', kind: 'cancelled twice', fewest: 1 },
  {
    name: 'gap',
    kind: 'gap between subscriptions',
    options: ['--check', 'eventually:/done: data == 8'],
    fewest: 1,
  },
  { name: 'overflow', kind: 'overflow with 1.6 % of seeds', fewest: 1 },
  {
    name: 'ring',
    kind: 'deadlock of three',
    options: ['--check', 'leads-to:/ask_a -> /done within 100ms'],
    fewest: 2,
  },
  {
    name: 'two_phases',
    kind: 'crash within 20 ms, once',
    files: ['journal_store'],
    until: '3s',
    options: ['--fault', 'crash:/writer=50ms'],
    fewest: 1,
  },
  {
    name: 'second_timer',
    kind: 'second timer after a reset',
    options: ['--jitter', '2ms'],
    fewest: 1,
  },
  { name: 'rare_in_order', kind: '4 % of seeds, and order', fewest: 2 },
  {
    name: 'reconnect_twice',
    kind: 'double count after a gap',
    options: ['--fault', 'reorder:/item=150ms'],
    fewest: 1,
  },
  { name: 'shutdown_transition', kind: 'lifecycle during shutdown', fewest: 1 },
  { name: 'superseded_goal', kind: 'goal superseded while accepted', fewest: 1 },
  {
    name: 'stale_transform',
    kind: 'extrapolation on a slow link',
    options: ['--delay', '/transform=0..10ms'],
    fewest: 1,
  },
  { name: 'gain_between', kind: 'two parameters, a timer between', fewest: 1 },
  { name: 'late_joiner', kind: 'latched topic keeps too few', fewest: 1 },
  { name: 'coprime_timers', kind: 'timers that meet after 6 s', until: '8s', fewest: 1 },
  { name: 'three_senders', kind: 'overflow with three senders', fewest: 2 },
  {
    name: 'retried_twice',
    kind: 'request repeated after a timeout',
    options: ['--delay', '/order=0..80ms'],
    fewest: 1,
  },
  { name: 'wrong_neighbour', kind: 'pair with the wrong neighbour', fewest: 1 },
  { name: 'reentrant_starvation', kind: 'starvation by itself', fewest: 1 },
  {
    name: 'crash_window_5ms',
    kind: 'crash within 5 ms of 1 s',
    files: ['journal_store'],
    until: '3s',
    options: ['--fault', 'crash:/writer=50ms'],
    fewest: 1,
  },
  {
    name: 'ledger.py',
    kind: 'lost update by services',
    options: ['--jitter', '5ms'],
    fewest: 1,
  },
  {
    name: 'goal.py',
    kind: 'cancel against result',
    until: '500ms',
    options: ['--jitter', '5ms'],
    fewest: 1,
  },
  { name: 'set_of_nodes.py', kind: 'order of nodes in an executor', until: '500ms', fewest: 1 },
  {
    name: 'transform_chain.py',
    kind: 'cloud newer than its transforms',
    until: '350ms',
    options: ['--jitter', '2ms'],
    fewest: 1,
  },
  { name: 'tickets.py', kind: 'reentrant', options: ['--delay', '/log=0..30ms'], fewest: 1 },
  {
    name: 'camera.mjs',
    kind: 'lifecycle against a request',
    files: ['stops_camera.py'],
    fewest: 1,
  },
  { name: 'reset_origin', kind: 'reset against odometry', until: '400ms', fewest: 1 },
  { name: 'speed_limits', kind: 'parameters set by others', fewest: 1 },
  {
    name: 'mutual_wait',
    kind: 'deadlock of awaits',
    options: ['--jitter', '5ms'],
    fewest: 1,
  },
  { name: 'lost_each_round', kind: 'lost update in each round', fewest: 4 },
  // The fewest that were found: which timer is first in a round depends on the rounds before.
  { name: 'combination', kind: 'one order of 256', fewest: 7 },
  { name: 'ten_rounds', kind: 'one order of 1024', fewest: 5 },
  {
    name: 'meter.py',
    kind: 'lost update within 2 ms',
    until: '500ms',
    options: ['--delay', '*=0..20ms', '--check', 'topic:/missing: data == 0'],
    fewest: 1,
  },
];

/** @type {Entry[]} */
export const CORRECT = [
  { name: 'update_in_one_step', kind: 'lost update' },
  { name: 'test_and_set', kind: 'check, then act' },
  { name: 'startup_latched', kind: 'startup', options: ['--discovery', '200ms'] },
  { name: 'lifecycle_in_turn', kind: 'lifecycle', options: ['--jitter', '2ms'] },
  { name: 'exact_sync', kind: 'approximate sync', options: ['--jitter', '2ms'] },
  { name: 'lock_order', kind: 'deadlock', options: ['--delay', '*=0..5ms'] },
  {
    name: 'crash_recovery',
    kind: 'crash within 20 ms of 1 s',
    files: ['journal_store'],
    until: '3s',
    options: ['--fault', 'crash:/writer=50ms'],
  },
  { name: 'any_seed', kind: 'seeds' },
  { name: 'offset_50ms', kind: 'timers 50 ms apart', options: ['--jitter', '2ms'] },
  { name: 'one_loss', kind: 'losses', options: ['--lose', '/heartbeat=2'] },
  { name: 'sum_of_both', kind: 'order', options: ['--check', 'order:/sink'], until: '2s' },
  {
    name: 'wake_up_kept',
    kind: 'lost wake-up',
    options: ['--check', 'eventually:/done: data == 1'],
  },
  { name: 'parameter_once', kind: 'parameters: check, then use' },
  { name: 'cancelled_once', kind: 'cancelled twice' },
  {
    name: 'no_gap',
    kind: 'gap between subscriptions',
    options: ['--check', 'eventually:/done: data == 8'],
  },
  {
    name: 'reconnect_once',
    kind: 'double count after a gap',
    options: ['--fault', 'reorder:/item=150ms'],
  },
  {
    name: 'retried_once',
    kind: 'request repeated after a timeout',
    options: ['--delay', '/order=0..80ms'],
  },
  { name: 'newest_goal', kind: 'goal superseded while accepted' },
  { name: 'same_shot', kind: 'pair with the wrong neighbour', options: ['--jitter', '2ms'] },
];
