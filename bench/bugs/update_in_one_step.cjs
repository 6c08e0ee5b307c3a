// Two tellers add to the balance in one request each.
require('./small_system.cjs')((node) => {
  const bank = node('bank');
  let balance = 0;
  bank.serve('/add', (value) => (balance += value));
  for (const name of ['ann', 'bob']) {
    const teller = node(name);
    const add = teller.client('/add');
    teller.after(100, () => add(10));
  }
  bank.after(300, () => {
    if (balance !== 20) throw new Error('a deposit is lost');
  });
});
