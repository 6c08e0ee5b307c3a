// Two planners take the gripper in one request, of which one is refused.
require('./small_system.cjs')((node) => {
  const gripper = node('gripper');
  let held = 0;
  let moving = 0;
  gripper.serve('/take', () => (held++ === 0 ? 1 : 0));
  gripper.on('/move', () => {
    if (++moving > 1) throw new Error('two planners move the gripper');
  });
  for (const name of ['pick', 'place']) {
    const planner = node(name);
    const take = planner.client('/take');
    const move = planner.topic('/move');
    planner.after(100, async () => {
      if ((await take()) === 1) move(1);
    });
  }
});
