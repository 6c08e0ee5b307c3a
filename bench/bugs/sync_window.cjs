// Pictures and depths are joined if their times differ by at most 10 ms; they come 9 ms apart.
require('./small_system.cjs')((node) => {
  const ms = () => Math.round(Number(joiner.ros.now().nanoseconds) / 1e6);
  const joiner = node('joiner');
  const joined = joiner.topic('/joined');
  const held = { picture: [], depth: [] };
  for (const [name, other] of [
    ['picture', 'depth'],
    ['depth', 'picture'],
  ]) {
    joiner.on(`/${name}`, (stamp) => {
      const match = held[other].findIndex((each) => Math.abs(each - stamp) <= 10);
      if (match < 0) held[name] = [...held[name].slice(-1), stamp];
      else {
        held[other].splice(0, match + 1);
        joined(stamp);
      }
    });
  }
  const camera = node('camera');
  const picture = camera.topic('/picture');
  camera.every(100, () => picture(ms()));
  const depth = node('depth_camera');
  const send = depth.topic('/depth');
  depth.after(9, () => depth.every(100, () => send(ms())));
});
