// The next subscription is made before the last one is destroyed; what both hear counts once.
require('./small_system.cjs')((node) => {
  const listener = node('listener');
  const INT32 = 'std_msgs/msg/Int32';
  const done = listener.topic('/done');
  const ready = listener.topic('/ready');
  const heard = new Set();
  const listen = () =>
    listener.ros.createSubscription(INT32, '/order', ({ data }) => {
      heard.add(data);
      done(heard.size);
    });
  let subscription = listen();
  let last;
  const source = node('source');
  const order = source.topic('/order');
  let sent = 0;
  source.every(100, () => ++sent <= 8 && order(sent));
  listener.on('/mode', () => {
    last = subscription;
    subscription = listen();
    ready(1);
  });
  // What was published before the change has come by then.
  listener.on('/ready', () => listener.after(50, () => listener.ros.destroySubscription(last)));
  const operator = node('operator');
  const mode = operator.topic('/mode');
  operator.after(500, () => mode(1));
});
