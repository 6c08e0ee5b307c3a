// Two workers take two locks in opposite orders, each with the second request after an `await`; a lock answers who
// waits when it is free again.
const rclnodejs = require('rclnodejs');

const TYPE = 'std_srvs/srv/SetBool';

function lock(name) {
  const node = new rclnodejs.Node(name);
  const waiting = [];
  let held = false;
  const answer = (response) => {
    const reply = response.template;
    reply.success = true;
    response.send(reply);
  };
  node.createService(TYPE, name, ({ data }, response) => {
    if (data && held) return void waiting.push(response);
    held = data || waiting.length > 0;
    if (!data && held) answer(waiting.shift());
    answer(response);
  });
  node.spin();
}

function worker(name, services, period) {
  const node = new rclnodejs.Node(name);
  const [first, second] = services.map((service) => node.createClient(TYPE, service));
  node.createTimer(period, async () => {
    await first.sendRequestAsync({ data: true });
    await second.sendRequestAsync({ data: true });
    await second.sendRequestAsync({ data: false });
    await first.sendRequestAsync({ data: false });
  });
  node.spin();
}

rclnodejs.init().then(() => {
  for (const name of ['left', 'right']) lock(name);
  worker('loader', ['left', 'right'], 120_000_000n);
  worker('sorter', ['right', 'left'], 160_000_000n);
});
