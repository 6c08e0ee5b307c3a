// Two tellers read the balance, add to it, and write it back: one of two simultaneous deposits is lost.
require('./small_system.cjs')((node) => {
  const bank = node('bank');
  let balance = 0;
  bank.serve('/read', () => balance);
  bank.serve('/write', (value) => (balance = value));
  for (const [name, at] of [
    ['ann', 100],
    ['bob', 100],
  ]) {
    const teller = node(name);
    const read = teller.client('/read');
    const write = teller.client('/write');
    teller.after(at, async () => write((await read()) + 10));
  }
  bank.after(300, () => {
    if (balance !== 20) throw new Error('a deposit is lost');
  });
});
