// Two robots take lift and door in opposite order; each waits for what the other has.
const smallSystem = require('./small_system.cjs');

smallSystem((node) => {
  for (const name of ['/lift', '/door']) {
    const keeper = node(`keeper_of_${name.slice(1)}`);
    const granted = keeper.topic(`${name}/granted`);
    const waiting = [];
    let owner = 0;
    keeper.on(`${name}/take`, (robot) => {
      if (owner !== 0) waiting.push(robot);
      else {
        owner = robot;
        granted(owner);
      }
    });
    keeper.on(`${name}/release`, () => {
      owner = waiting.shift() ?? 0;
      if (owner !== 0) granted(owner);
    });
  }
  const robots = [
    ['left', ['/lift', '/door']],
    ['right', ['/door', '/lift']],
  ];
  for (const [index, [name, [first, second]]] of robots.entries()) {
    const robot = node(name);
    const me = index + 1;
    const takes = [first, second].map((lock) => robot.topic(`${lock}/take`));
    const releases = [first, second].map((lock) => robot.topic(`${lock}/release`));
    const done = robot.topic('/done');
    let isDone = false;
    robot.on(`${first}/granted`, (to) => to === me && takes[1](me));
    robot.on(`${second}/granted`, (to) => {
      if (to !== me) return;
      isDone = true;
      done(me);
      for (const release of releases) release(me);
    });
    robot.after(100, () => takes[0](me));
    robot.after(500, () => {
      if (!isDone) throw new Error('a robot waits for ever');
    });
  }
});
