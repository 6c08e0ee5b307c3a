// Adds what two sources tell: the sum does not depend on the order.
require('./small_system.cjs')((node) => {
  const sink = node('sink');
  const out = sink.topic('/sum');
  let sum = 0;
  let count = 0;
  for (const name of ['a', 'b']) {
    const source = node(name);
    const send = source.topic(`/${name}`);
    let left = 12;
    source.every(100, () => left-- > 0 && send(left));
    sink.on(`/${name}`, (data) => {
      sum += data;
      if (++count % 2 === 0) out(sum);
    });
  }
});
