// A server asks its planner before it accepts a goal, and then works on the newest one.
require('./small_system.cjs')((node) => {
  const planner = node('planner');
  planner.serve('/feasible', () => 1);
  const server = node('server');
  const feasible = server.client('/feasible');
  const working = server.topic('/working');
  let newest = 0;
  server.on('/goal', async (goal) => {
    newest = goal;
    if ((await feasible(goal)) === 1 && goal === newest) working(goal);
  });
  let active = 0;
  server.on('/working', (goal) => {
    if (goal === newest) active = goal;
    if (active !== newest && active !== 0) throw new Error('works on an old goal');
  });
  for (const [name, number] of [
    ['operator', 1],
    ['mission', 2],
  ]) {
    const who = node(name);
    const goal = who.topic('/goal');
    who.after(400, () => goal(number));
  }
});
