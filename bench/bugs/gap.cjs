// When it changes its mode, a listener destroys its subscription and makes the next one a moment later.
require('./small_system.cjs')((node) => {
  const listener = node('listener');
  const INT32 = 'std_msgs/msg/Int32';
  const done = listener.topic('/done');
  const ready = listener.topic('/ready');
  let heard = 0;
  const listen = () => listener.ros.createSubscription(INT32, '/order', () => done(++heard));
  let subscription = listen();
  const source = node('source');
  const order = source.topic('/order');
  let sent = 0;
  source.every(100, () => ++sent <= 8 && order(sent));
  listener.on('/mode', () => {
    listener.ros.destroySubscription(subscription);
    ready(1);
  });
  listener.on('/ready', () => (subscription = listen()));
  const operator = node('operator');
  const mode = operator.topic('/mode');
  operator.after(500, () => mode(1));
});
