// A recorder that is asked to stop closes its file once the sensors have confirmed; a sample of one of them comes later.
require('./small_system.cjs')((node) => {
  const recorder = node('recorder');
  const stop = recorder.topic('/stop');
  let [confirmed, open] = [0, true];
  recorder.on('/stopped', () => {
    if (++confirmed === 2) open = false;
  });
  for (const [name, period] of [
    ['left', 30],
    ['right', 50],
  ]) {
    const sensor = node(name);
    const [sample, stopped] = [sensor.topic(`/${name}`), sensor.topic('/stopped')];
    recorder.on(`/${name}`, () => {
      if (!open) throw new Error('a sample after the file was closed');
    });
    let isStopping = false;
    sensor.on('/stop', () => {
      isStopping = true;
      stopped(1);
    });
    sensor.every(period, () => {
      if (!isStopping) sample(1);
    });
  }
  recorder.after(600, () => stop(1));
});
