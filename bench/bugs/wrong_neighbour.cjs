// A pair is made of the newest picture and depth, and must be of the same shot; a shot's picture comes before its depth.
require('./small_system.cjs')((node) => {
  const joiner = node('joiner');
  let picture = 0;
  joiner.on('/picture', (shot) => (picture = shot));
  joiner.on('/depth', (shot) => {
    if (picture !== shot) throw new Error(`shot ${picture} is joined with ${shot}`);
  });
  const camera = node('camera');
  const shoot = camera.topic('/picture');
  let shots = 0;
  camera.every(100, () => shoot(++shots));
  const depth = node('depth_camera');
  const send = depth.topic('/depth');
  let measured = 0;
  depth.every(100, () => send(++measured));
});
