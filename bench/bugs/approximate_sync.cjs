// Pairs an image with the last scan, which is that of the same moment only if it comes first.
require('./small_system.cjs')((node) => {
  const fusion = node('fusion');
  let scan = 0;
  fusion.on('/scan', (data) => (scan = data));
  fusion.on('/image', (data) => {
    if (data > 2 && data !== scan) throw new Error('image and scan are of different moments');
  });
  for (const name of ['scan', 'image']) {
    const sensor = node(`${name}ner`);
    const send = sensor.topic(`/${name}`);
    let count = 0;
    sensor.every(100, () => send(++count));
  }
});
