// Pairs images with the scans of the same number, in whatever order they come.
require('./small_system.cjs')((node) => {
  const fusion = node('fusion');
  const out = fusion.topic('/pairs');
  const waiting = new Map();
  let last = 0;
  const pair = (kind) => (data) => {
    const other = waiting.get(data);
    if (other === undefined) waiting.set(data, kind);
    else {
      if (other === kind || data !== last + 1) throw new Error('a wrong pair');
      last = data;
      waiting.delete(data);
      out(data);
    }
  };
  for (const name of ['scan', 'image']) {
    fusion.on(`/${name}`, pair(name));
    const sensor = node(`${name}ner`);
    const send = sensor.topic(`/${name}`);
    let count = 0;
    sensor.every(100, () => send(++count));
  }
});
