// The same ramp, whose motor stops when the ramp has ended; correct.
require('./small_system.cjs')((node) => {
  const motor = node('motor');
  let step = 0;
  let isStopping = false;
  const stopped = () => {
    isStopping = false;
    if (step !== 0) throw new Error('stops between two steps');
  };
  motor.on('/step', (number) => {
    step = number;
    if (step === 0 && isStopping) stopped();
  });
  motor.on('/stop', () => {
    isStopping = true;
    if (step === 0) stopped();
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
