// Two planners ask whether the gripper is free, and then take it.
require('./small_system.cjs')((node) => {
  const gripper = node('gripper');
  let held = 0;
  gripper.serve('/is_free', () => (held === 0 ? 1 : 0));
  gripper.on('/take', () => {
    if (++held > 1) throw new Error('the gripper is taken twice');
  });
  for (const name of ['pick', 'place']) {
    const planner = node(name);
    const isFree = planner.client('/is_free');
    const take = planner.topic('/take');
    planner.after(100, async () => {
      if ((await isFree()) === 1) take(1);
    });
  }
});
