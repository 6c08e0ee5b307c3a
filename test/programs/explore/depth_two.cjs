// Needs /b before /a in the first round and /a before /b in the second: no fixed priority has both.
const order = [];
require('./two_timers.cjs')((from) => {
  order.push(from);
  if (order.length === 4 && order.join('') === 'baab') throw new Error('the bug of depth two');
});
