const { port1, port2 } = new MessageChannel();

let seen = 0;
port1.onmessage = () => {
  seen += 1;
};
require('./publish.cjs')(() => {
  port2.postMessage(0);
  return seen;
});
