// Needs /b before /a in the first two rounds, but not in the third.
const order = [];
require('./two_timers.cjs')((from) => {
  order.push(from);
  if (order.join('') === 'babaab') throw new Error('the bug of two decisions');
});
