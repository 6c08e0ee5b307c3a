// A client that has no answer after 50 ms asks again, with the same number, by which the shop knows the order.
require('./small_system.cjs')((node) => {
  const shop = node('shop');
  const known = new Set();
  let orders = 0;
  shop.serve('/order', (number) => {
    if (!known.has(number)) orders++;
    known.add(number);
    if (orders > 1) throw new Error('delivered twice');
    return 1;
  });
  const buyer = node('buyer');
  const order = buyer.client('/order');
  let isDone = false;
  const ask = async () => {
    await order(7);
    isDone = true;
  };
  buyer.after(100, ask);
  buyer.after(150, () => isDone || ask());
});
