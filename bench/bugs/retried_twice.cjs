// A client that has no answer after 50 ms asks again, and the order is carried out twice.
require('./small_system.cjs')((node) => {
  const shop = node('shop');
  let orders = 0;
  shop.serve('/order', () => {
    if (++orders > 1) throw new Error('delivered twice');
    return 1;
  });
  const buyer = node('buyer');
  const order = buyer.client('/order');
  let isDone = false;
  const ask = async () => {
    await order();
    isDone = true;
  };
  buyer.after(100, ask);
  buyer.after(150, () => isDone || ask());
});
