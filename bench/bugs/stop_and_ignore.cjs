// A recorder that is asked to stop leaves aside what comes after the sensors have confirmed.
require('./small_system.cjs')((node) => {
  const recorder = node('recorder');
  const stop = recorder.topic('/stop');
  let [confirmed, open, samples] = [0, true, 0];
  recorder.on('/stopped', () => {
    if (++confirmed < 2) return;
    open = false;
    if (samples < 30) throw new Error('samples are missing');
  });
  for (const [name, period] of [
    ['left', 30],
    ['right', 50],
  ]) {
    const sensor = node(name);
    const [sample, stopped] = [sensor.topic(`/${name}`), sensor.topic('/stopped')];
    recorder.on(`/${name}`, () => {
      if (open) samples++;
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
