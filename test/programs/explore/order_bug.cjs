// What the sink says depends on which of two simultaneous messages comes first.
let state = 1;
require('./two_timers.cjs')((from, count, out) => {
  state = from === 'a' ? state + count : (state * 2) % 1000;
  out(state);
});
