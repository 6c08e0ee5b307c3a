// Fails if a stop comes between two steps of a ramp, 3 to 4 ms after the ramp has begun; both are sent together.
require('./small_system.cjs')((node) => {
  const motor = node('motor');
  let step = 0;
  motor.on('/step', (number) => {
    step = number;
  });
  motor.on('/stop', () => {
    if (step === 3) throw new Error('stops between two steps');
  });
  const ramp = node('ramp');
  const send = ramp.topic('/step');
  ramp.every(200, () => {
    for (let number = 1; number <= 12; number++) ramp.after(number, () => send(number % 12));
  });
  const user = node('user');
  const stop = user.topic('/stop');
  user.every(200, () => stop(1));
});
