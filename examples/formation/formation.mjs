// Robots that fly around a leader, each by what the leader last said of itself over the radio:
// orrery run formation.mjs -p robots:=8
import rclnodejs from 'rclnodejs';
import { ahead, placeAround, steer } from './flight.mjs';

const STEP = 0.02;
const STATE = 'nav_msgs/msg/Odometry';
const qos = 'qos_profile_sensor_data';

await rclnodejs.init();

const secondsOf = (node) => Number(node.getClock().now().nanoseconds) / 1e9;

function message(node, { at, heading = 0, speed = 0, turn = 0 }) {
  return {
    header: { stamp: node.getClock().now().toMsg(), frame_id: 'map' },
    pose: {
      pose: {
        position: { x: at[0], y: at[1], z: 10 },
        orientation: { x: 0, y: 0, z: Math.sin(heading / 2), w: Math.cos(heading / 2) },
      },
    },
    twist: { twist: { linear: { x: speed }, angular: { z: turn } } },
  };
}

function read({ pose: { pose }, twist: { twist } }) {
  const heading = 2 * Math.atan2(pose.orientation.z, pose.orientation.w);
  const at = [pose.position.x, pose.position.y];
  return { at, heading, speed: twist.linear.x, turn: twist.angular.z };
}

/** Flies an S at 7 m/s and says at 50 Hz where it is. */
function addLeader() {
  const node = rclnodejs.createNode('pilot', '/robot0');
  const odometry = node.createPublisher(STATE, '/robot0/odom', { qos });
  const radio = node.createPublisher(STATE, '/robot0/state', { qos });
  let leader = { at: [0, 0], heading: 0, speed: 7, turn: 0 };
  node.createTimer(20_000_000n, () => {
    leader = { ...ahead(leader, STEP), turn: 0.6 * Math.cos(0.5 * secondsOf(node)) };
    odometry.publish(message(node, leader));
    radio.publish(message(node, leader));
  });
  rclnodejs.spin(node);
}

function addFollower(number) {
  const node = rclnodejs.createNode('pilot', `/robot${number}`);
  const odometry = node.createPublisher(STATE, `/robot${number}/odom`, { qos });
  let leader = { at: [0, 0], heading: 0, speed: 7, turn: 0 };
  const robot = { at: placeAround(leader, number).at, velocity: [7, 0] };
  node.createSubscription(STATE, '/robot0/state', { qos }, (heard) => {
    leader = read(heard);
  });
  node.createTimer(20_000_000n, () => {
    // It believes that the leader goes on as it did until it hears more.
    leader = ahead(leader, STEP);
    steer(robot, placeAround(leader, number), STEP);
    odometry.publish(message(node, robot));
  });
  rclnodejs.spin(node);
}

/** Belongs to no agent and so sees everything at once: how far the worst robot is from its place. */
function addJudge(robots) {
  const node = rclnodejs.createNode('judge');
  const error = node.createPublisher('std_msgs/msg/Float64', '/formation_error');
  const states = new Map();
  for (let number = 0; number < robots; number++) {
    node.createSubscription(STATE, `/robot${number}/odom`, { qos }, (heard) => {
      states.set(number, read(heard));
    });
  }
  node.createTimer(100_000_000n, () => {
    if (states.size < robots) return;
    let worst = 0;
    for (const [number, { at }] of states) {
      const place = placeAround(states.get(0), number).at;
      worst = Math.max(worst, Math.hypot(at[0] - place[0], at[1] - place[1]));
    }
    error.publish({ data: worst });
  });
  rclnodejs.spin(node);
}

const settings = rclnodejs.createNode('settings');
settings.declareParameter(
  new rclnodejs.Parameter('robots', rclnodejs.ParameterType.PARAMETER_INTEGER, 5n),
);
const robots = Number(settings.getParameter('robots').value);
addLeader();
for (let number = 1; number < robots; number++) addFollower(number);
addJudge(robots);
