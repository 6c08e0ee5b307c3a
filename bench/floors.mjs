// The cost of the work in a table row without a simulator, measured in the same run: a call, and a copy of a
// message's size between two places in warm memory. The fastest of many repetitions counts, since other work on the
// machine only makes them slower.
const REPETITIONS = 60;

function fastest(each, count) {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPETITIONS; i++) {
    const start = process.cpuUsage();
    for (let j = 0; j < count; j++) each();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, ((user + system) * 1000) / count);
  }
  return least;
}

/** ns of a call that the compiler cannot predict and that passes on a message of eight bytes. */
export function bareCall() {
  let last = { data: 0n };
  const calls = [(message) => (last = { data: message.data }), (message) => (last = message)];
  let i = 0;
  return fastest(() => calls[i++ & 1](last), 200_000);
}

/** ns to copy this many bytes into memory that is used again and again. */
export function warmCopy(bytes) {
  const from = new Uint8Array(bytes).fill(1);
  const to = new Uint8Array(bytes);
  return fastest(() => to.set(from), Math.ceil(2e7 / bytes));
}
