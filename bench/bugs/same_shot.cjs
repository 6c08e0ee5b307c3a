// A pair is made of a picture and the depth of the same shot, whichever of them comes first.
require('./small_system.cjs')((node) => {
  const joiner = node('joiner');
  const newest = { picture: 0, depth: 0 };
  let joined = 0;
  for (const kind of ['picture', 'depth']) {
    joiner.on(`/${kind}`, (shot) => {
      newest[kind] = shot;
      if (newest.picture !== newest.depth) return;
      joined++;
      if (joined !== shot) throw new Error(`pair ${joined} is of shot ${shot}`);
    });
    const camera = node(`${kind}_camera`);
    const send = camera.topic(`/${kind}`);
    let shots = 0;
    camera.every(100, () => send(++shots));
  }
});
