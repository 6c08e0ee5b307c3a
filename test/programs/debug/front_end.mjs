// A front end of the inspector: prints where the run is paused, evaluates an expression there, and steps once. Run
// with --experimental-websocket; arguments: address of the inspector, expression.
const [url, expression] = process.argv.slice(2);
const socket = new WebSocket(url);
const scripts = new Map();
const answers = new Map();
let commands = 0;
let seen;
const paused = new Promise((resolve) => {
  seen = resolve;
});
const request = (method, params = {}) =>
  new Promise((resolve) => {
    answers.set(++commands, resolve);
    socket.send(JSON.stringify({ id: commands, method, params }));
  });
socket.addEventListener('message', ({ data }) => {
  const { id, method, params, result } = JSON.parse(data);
  if (id !== undefined) answers.get(id)(result);
  else if (method === 'Debugger.scriptParsed') scripts.set(params.scriptId, params.url);
  else if (method === 'Debugger.paused') seen(params);
});
await new Promise((resolve) => {
  socket.addEventListener('open', resolve);
});
await request('Debugger.enable');
const { callFrames } = await paused;
const [{ callFrameId, location, functionName }] = callFrames;
const { result } = await request('Debugger.evaluateOnCallFrame', { callFrameId, expression });
process.stdout.write(
  JSON.stringify({
    url: scripts.get(location.scriptId),
    line: location.lineNumber + 1,
    functionName,
    value: result.unserializableValue ?? result.value,
  }),
);
socket.close();
