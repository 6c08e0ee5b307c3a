// The map is told once when its server has started, to whoever has started before.
require('./small_system.cjs')((node) => {
  const planner = node('planner');
  let map;
  planner.after(100, () => planner.on('/map', (data) => (map = data)));
  const server = node('server');
  const tell = server.topic('/map');
  server.after(100, () => tell(7));
  planner.after(400, () => {
    if (map === undefined) throw new Error('there is no map');
  });
});
