// The first sum of an instant is even when /a comes first, and odd when /b does.
let received = 0;
require('./two_timers.cjs')((from, _count, out) => {
  if (received++ % 2 === 0) out(from === 'a' ? 2 : 1);
});
