import rclnodejs from 'rclnodejs';
import { Pose } from '../kiss_icp/pose.js';
import {
  type HeaderMsg,
  type Output,
  odometryToMsg,
  poseToMsg,
  type TimeMsg,
  transformToMsg,
  vector,
} from '../ros/messages.js';
import { doubleParameter, integerParameter, stringParameter } from '../ros/parameters.js';
import { createPointCloud2 } from '../ros/point_cloud2.js';
import { latchedQos, reliableQos, sensorQos } from '../ros/qos.js';
import { halfAngle } from '../world/angles.js';
import { GivenDrive } from '../world/given_drive.js';
import { HDL64, Lidar, type LidarScan } from '../world/lidar.js';
import { type CentreLine, centreLine, type PlanarPose } from '../world/path.js';
import { Random } from '../world/random.js';
import { readPlanarPath, scanSeed } from '../world/reference_sequence.js';
import { Relief } from '../world/relief.js';
import { streetTour } from '../world/route.js';
import { buildTown } from '../world/town.js';
import { Vehicle, type VehicleCommand } from '../world/vehicle.js';

/** Steps of the vehicle per second, and steps between two messages of each sensor. */
const STEPS_PER_SECOND = 100;
const WHEEL_STEPS = 2;
const SCAN_STEPS = 10;

/** Standard deviations of the inertial sensor: m/s2 and rad/s. */
const ACCELERATION_NOISE = 0.05;
const GYRO_NOISE = 0.002;

/**
 * A car with a spinning 64-beam LiDAR, an inertial sensor and wheel odometry in a generated town.
 *
 * Subscribes `cmd_vel`; publishes `points` (10 Hz, with `time` per point), `imu` (100 Hz),
 * `wheel/odometry` (50 Hz), `ground_truth/odometry` (the LiDAR's pose at the end of each scan),
 * `route` (latched) and `/tf_static`. Parameters: `seed` decides the town and all noise (default: a random
 * number, which in a simulation comes from the seed of the run);
 * `initial_speed` in m/s; `columns` and `range_noise` of the LiDAR; `ground_relief`, how far
 * the ground deviates from a plane, metres; `trajectory_file` (KITTI format) drives along a given trajectory, one
 * pose per scan, instead of obeying `cmd_vel`; the sensors stop where it ends.
 */
export class TownNode extends rclnodejs.Node {
  readonly #seed: number;
  readonly #lidar: Lidar;
  readonly #vehicle: Vehicle | GivenDrive;
  readonly #noise: Random;
  readonly #wheelScale: number;
  readonly #publishers: Readonly<
    Record<'points' | 'imu' | 'wheels' | 'truth' | 'route' | 'tf', Output>
  >;
  #command: VehicleCommand = { speed: 0, yawRate: 0 };
  #wheelPose: PlanarPose = { x: 0, y: 0, cos: 1, sin: 0 };
  #scanPose: PlanarPose;
  #steps = 0;
  #scans = 0;

  constructor() {
    super('town');
    this.#seed = integerParameter(this, 'seed', Math.floor(2 ** 31 * Math.random()));
    this.getLogger().info(`the town of seed ${this.#seed}`);
    const columns = integerParameter(this, 'columns', HDL64.columns);
    const file = stringParameter(this, 'trajectory_file', '');
    const rangeNoise = doubleParameter(this, 'range_noise', HDL64.rangeNoise);
    const relief = new Relief(
      scanSeed(this.#seed, -2),
      doubleParameter(this, 'ground_relief', 0.12),
    );
    const given = file === '' ? undefined : readPlanarPath(file);
    const line = centreLine(given ?? streetTour(this.#seed));
    const config = { ...HDL64, columns, rangeNoise };
    this.#lidar = new Lidar(buildTown(line, this.#seed), config, relief);
    this.#noise = new Random(scanSeed(this.#seed, -1));
    this.#wheelScale = 1 + 0.01 * this.#noise.gaussian();
    const speed = doubleParameter(this, 'initial_speed', 0);
    if (given === undefined) {
      this.#vehicle = new Vehicle(startOf(line));
      this.#vehicle.speed = speed;
      this.#command = { speed, yawRate: 0 };
    } else this.#vehicle = new GivenDrive(given, STEPS_PER_SECOND / SCAN_STEPS, SCAN_STEPS);
    this.#scanPose = this.#vehicle.pose;
    this.#publishers = {
      points: this.createPublisher('sensor_msgs/msg/PointCloud2', 'points', { qos: sensorQos(5) }),
      imu: this.createPublisher('sensor_msgs/msg/Imu', 'imu', { qos: sensorQos(50) }),
      wheels: this.createPublisher('nav_msgs/msg/Odometry', 'wheel/odometry', {
        qos: reliableQos(10),
      }),
      truth: this.createPublisher('nav_msgs/msg/Odometry', 'ground_truth/odometry', {
        qos: reliableQos(10),
      }),
      route: this.createPublisher('nav_msgs/msg/Path', 'route', { qos: latchedQos(1) }),
      tf: this.createPublisher('tf2_msgs/msg/TFMessage', '/tf_static', { qos: latchedQos(1) }),
    };
    this.createSubscription(
      'geometry_msgs/msg/Twist',
      'cmd_vel',
      {},
      ({ linear, angular }: { linear: { x: number }; angular: { z: number } }) => {
        this.#command = { speed: linear.x, yawRate: angular.z };
      },
    );
    this.#publishFixed(line);
    this.createTimer(BigInt(1e9 / STEPS_PER_SECOND), () => this.#step());
  }

  /** What never changes: the way through the town, and where the LiDAR sits on the car. */
  #publishFixed(line: CentreLine): void {
    const stamp = this.now().toMsg();
    const poses = Array.from(line.x, (x, i) => ({
      header: { stamp, frame_id: 'town' },
      pose: poseToMsg(new Pose(0, 0, 0, 1, x, line.y[i]!, 0)),
    }));
    this.#publishers.route.publish({ header: { stamp, frame_id: 'town' }, poses });
    const mount = new Pose(0, 0, 0, 1, 0, 0, HDL64.height);
    const header = { stamp, frame_id: 'base_link' };
    this.#publishers.tf.publish({ transforms: [transformToMsg(header, 'lidar', mount)] });
  }

  #step(): void {
    // A given drive begins with a scan at its first pose, and ends with one at its last.
    const given = this.#vehicle instanceof GivenDrive;
    if (given && this.#vehicle.ended && this.#scans > 0) return;
    const stamp = this.now().toMsg();
    if (!given || this.#steps > 0) this.#vehicle.step(this.#command, 1 / STEPS_PER_SECOND);
    this.#publishImu(stamp);
    this.#moveWheels();
    if (this.#steps % WHEEL_STEPS === 0) this.#publishWheels(stamp);
    if (this.#steps % SCAN_STEPS === 0) this.#publishScan(stamp);
    this.#steps++;
  }

  #publishImu(stamp: TimeMsg): void {
    const { acceleration, speed, yawRate } = this.#vehicle;
    const noisy = (value: number, deviation: number) => value + deviation * this.#noise.gaussian();
    const covariance = (variance: number) =>
      Float64Array.from({ length: 9 }, (_, i) => (i % 4 === 0 ? variance : 0));
    const linear = [acceleration, speed * yawRate, 9.81].map((a) => noisy(a, ACCELERATION_NOISE));
    const angular = [0, 0, yawRate].map((w) => noisy(w, GYRO_NOISE));
    this.#publishers.imu.publish({
      header: { stamp, frame_id: 'base_link' },
      orientation: { x: 0, y: 0, z: 0, w: 1 },
      // -1 says that the sensor gives no orientation.
      orientation_covariance: covariance(0).fill(-1, 0, 1),
      angular_velocity: vector(angular[0]!, angular[1]!, angular[2]!),
      angular_velocity_covariance: covariance(GYRO_NOISE * GYRO_NOISE),
      linear_acceleration: vector(linear[0]!, linear[1]!, linear[2]!),
      linear_acceleration_covariance: covariance(ACCELERATION_NOISE * ACCELERATION_NOISE),
    });
  }

  /** Dead reckoning with a wheel of slightly wrong size and a noisy gyro. */
  #moveWheels(): void {
    const wheels = new Vehicle(this.#wheelPose);
    wheels.speed = this.#vehicle.speed * this.#wheelScale;
    wheels.yawRate = this.#vehicle.yawRate + GYRO_NOISE * this.#noise.gaussian();
    wheels.step({ speed: wheels.speed, yawRate: wheels.yawRate }, 1 / STEPS_PER_SECOND);
    this.#wheelPose = wheels.pose;
  }

  #publishWheels(stamp: TimeMsg): void {
    const header = { stamp, frame_id: 'odom' };
    const velocity = {
      forward: this.#vehicle.speed * this.#wheelScale,
      yawRate: this.#vehicle.yawRate,
    };
    this.#publishers.wheels.publish(
      odometryToMsg(
        header,
        'base_link',
        spatial(this.#wheelPose),
        { position: 0.05, orientation: 0.02 },
        velocity,
      ),
    );
  }

  #publishScan(stamp: TimeMsg): void {
    const scan = this.#takeScan();
    const header: HeaderMsg = { stamp, frame_id: 'lidar' };
    this.#publishers.points.publish(createPointCloud2(header, scan.xyz, scan.times));
    const { speed: forward, yawRate } = this.#vehicle;
    const truth = odometryToMsg(
      { stamp, frame_id: 'town' },
      'lidar',
      spatial(this.#scanPose, HDL64.height),
      { position: 0, orientation: 0 },
      { forward, yawRate },
    );
    this.#publishers.truth.publish(truth);
  }

  /** One turn of the LiDAR, ending now. */
  #takeScan(): LidarScan {
    const from = this.#scanPose;
    this.#scanPose = this.#vehicle.pose;
    return this.#lidar.rolling(from, this.#scanPose, scanSeed(this.#seed, this.#scans++));
  }
}

function startOf(line: CentreLine): PlanarPose {
  return {
    x: line.x[0]!,
    y: line.y[0]!,
    cos: line.tangentX[0]!,
    sin: line.tangentY[0]!,
  };
}

function spatial(pose: PlanarPose, z = 0): Pose {
  const [sin, cos] = halfAngle(pose.sin, pose.cos);
  return new Pose(0, 0, sin, cos, pose.x, pose.y, z);
}
