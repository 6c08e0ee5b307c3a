// How robots fly in formation, in the plane.

/** Between neighbours, m. */
const SPACING = 8;
/** m/s². */
const MOST_ACCELERATION = 8;

/** Something that flies at a speed and turns at a rate, some seconds later. */
export function ahead({ at, heading, speed, turn }, seconds) {
  const way = speed * seconds;
  return {
    at: [at[0] + way * Math.cos(heading), at[1] + way * Math.sin(heading)],
    heading: heading + turn * seconds,
    speed,
    turn,
  };
}

/** The place of a robot around the leader, denser than any grid (Vogel's spiral), and how that place moves. */
export function placeAround({ at, heading, speed }, number) {
  const angle = number * 2.399963;
  const distance = SPACING * Math.sqrt(number);
  return {
    at: [at[0] + distance * Math.cos(angle), at[1] + distance * Math.sin(angle)],
    velocity: [speed * Math.cos(heading), speed * Math.sin(heading)],
  };
}

/** Accelerates a robot towards a place that moves. */
export function steer(robot, place, seconds) {
  const [x, y] = [0, 1].map(
    (i) => 9 * (place.at[i] - robot.at[i]) + 6 * (place.velocity[i] - robot.velocity[i]),
  );
  const share = Math.min(1, MOST_ACCELERATION / (Math.hypot(x, y) || 1));
  for (const [i, acceleration] of [x, y].entries()) {
    robot.velocity[i] += acceleration * share * seconds;
    robot.at[i] += robot.velocity[i] * seconds;
  }
}
