/** Polls a web server over one connection that is kept alive; the server takes 5 ms. */
const http = require('node:http');
const rclnodejs = require('rclnodejs');

let connections = 0;
const server = http.createServer((request, response) => {
  setTimeout(() => response.end(`${request.url} over ${connections}`), 5);
});
server.on('connection', () => {
  connections += 1;
});
server.listen(8080, async () => {
  await rclnodejs.init();
  const node = new rclnodejs.Node('driver');
  const publisher = node.createPublisher('std_msgs/msg/String', 'answers');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let asked = 0;
  node.createTimer(20_000_000n, () => {
    http.get({ port: 8080, path: `/${asked++}`, agent }, (response) => {
      let text = '';
      response.on('data', (data) => {
        text += data;
      });
      const { date } = response.headers;
      response.on('end', () => publisher.publish({ data: `${text} ${date} at ${Date.now()}` }));
    });
  });
  node.createTimer(50_000_000n, async () => {
    const answer = await fetch(`http://localhost:8080/fetched`);
    publisher.publish({ data: `${await answer.text()} at ${Date.now()}` });
  });
  node.spin();
});
