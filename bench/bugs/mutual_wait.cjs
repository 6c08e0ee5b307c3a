// Two robots await two locks in opposite order; who of them waits first does not matter.
require('./small_system.cjs')((node) => {
  for (const name of ['lift', 'door']) {
    const keeper = node(`keeper_of_${name}`);
    const waiting = [];
    let isTaken = false;
    const hand = keeper.topic(`/${name}/granted`);
    keeper.on(`/${name}/take`, (robot) => {
      if (isTaken) waiting.push(robot);
      else hand(robot);
      isTaken = true;
    });
    keeper.on(`/${name}/release`, () => {
      const next = waiting.shift();
      isTaken = next !== undefined;
      if (isTaken) hand(next);
    });
  }
  const robots = [
    ['left', ['lift', 'door'], 100],
    ['right', ['door', 'lift'], 102],
  ];
  for (const [index, [name, locks, start]] of robots.entries()) {
    const robot = node(name);
    const begin = robot.topic(`/${name}/begin`);
    const granted = new Map();
    for (const lock of locks) {
      robot.on(`/${lock}/granted`, (to) => to === index && granted.get(lock)());
    }
    const take = new Map(locks.map((lock) => [lock, robot.topic(`/${lock}/take`)]));
    const release = locks.map((lock) => robot.topic(`/${lock}/release`));
    robot.on(`/${name}/begin`, async () => {
      for (const lock of locks) {
        const isGranted = new Promise((resolve) => granted.set(lock, resolve));
        take.get(lock)(index);
        await isGranted;
      }
      for (const free of release) free(index);
    });
    robot.after(start, () => begin(1));
  }
});
