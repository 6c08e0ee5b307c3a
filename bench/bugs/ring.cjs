// Three arms each hold a tool and ask the next one for its own: all wait if all have begun.
require('./small_system.cjs')((node) => {
  const names = ['a', 'b', 'c'];
  for (const [index, name] of names.entries()) {
    const arm = node(`arm_${name}`);
    const next = names[(index + 1) % names.length];
    const ask = arm.topic(`/ask_${next}`);
    const give = arm.topic(`/give_${name}`);
    const done = arm.topic('/done');
    let isHeld = false;
    let isAsked = false;
    const release = () => {
      isHeld = false;
      if (isAsked) give(1);
      isAsked = false;
    };
    arm.on(`/ask_${name}`, () => {
      if (isHeld) isAsked = true;
      else give(1);
    });
    arm.on(`/give_${next}`, () => {
      done(index);
      release();
    });
    arm.after(200, () => {
      isHeld = true;
      ask(1);
    });
  }
});
