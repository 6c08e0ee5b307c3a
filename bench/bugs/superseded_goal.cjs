// A server asks its planner before it accepts a goal; a newer goal that comes meanwhile is overwritten by the older one.
require('./small_system.cjs')((node) => {
  const planner = node('planner');
  planner.serve('/feasible', () => 1);
  const server = node('server');
  const feasible = server.client('/feasible');
  const working = server.topic('/working');
  let newest = 0;
  server.on('/goal', async (goal) => {
    newest = goal;
    if ((await feasible(goal)) === 1) working(goal);
  });
  let active = 0;
  server.on('/working', (goal) => {
    active = goal;
    if (goal !== newest) throw new Error(`works on ${active}, wanted ${newest}`);
  });
  const operator = node('operator');
  const goal = operator.topic('/goal');
  operator.after(400, () => goal(1));
  const mission = node('mission');
  const change = mission.topic('/goal');
  mission.after(400, () => change(2));
});
