// The goal is sent 50 ms after the start, whether or not the controller has been discovered by then.
require('./small_system.cjs')((node) => {
  const controller = node('controller');
  let goal;
  controller.on('/goal', (data) => (goal = data));
  const planner = node('planner');
  const send = planner.topic('/goal');
  planner.after(50, () => send(3));
  controller.after(500, () => {
    if (goal === undefined) throw new Error('the goal has not arrived');
  });
});
