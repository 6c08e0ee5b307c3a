import { mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import rclnodejs from 'rclnodejs';
import type { Pose } from '../kiss_icp/pose.js';
import { type OdometryMsg, type Output, poseFromMsg, type TimeMsg } from '../ros/messages.js';
import { integerParameter, stringParameter } from '../ros/parameters.js';
import { reliableQos } from '../ros/qos.js';

/**
 * Compares an odometry with the ground truth. Subscribes `kiss/odometry` and
 * `ground_truth/odometry`, pairs them by stamp, moves the odometry so that the first poses
 * coincide and publishes the distance as `evaluation/position_error` (std_msgs/Float64).
 *
 * With `output_directory` it writes both trajectories there (`ground_truth.txt`, `odometry.txt`, TUM
 * format), and after `scans` pairs it logs the root mean square of the error; 0 means all pairs and
 * no log.
 */
export class TrajectoryMonitorNode extends rclnodejs.Node {
  readonly #scans: number;
  /** Where the two trajectories are written to, if anywhere. */
  readonly #files: { readonly truth: number; readonly odometry: number } | undefined;
  readonly #errors: Output;
  /** Poses that wait for their partner, by stamp. */
  readonly #truth = new Map<string, Pose>();
  readonly #estimate = new Map<string, Pose>();
  #alignment: Pose | undefined;
  #sumOfSquares = 0;
  #pairs = 0;

  constructor() {
    super('trajectory_monitor');
    this.#scans = integerParameter(this, 'scans', 0);
    const directory = stringParameter(this, 'output_directory', '');
    if (directory !== '') {
      mkdirSync(directory, { recursive: true });
      this.#files = {
        truth: openSync(join(directory, 'ground_truth.txt'), 'w'),
        odometry: openSync(join(directory, 'odometry.txt'), 'w'),
      };
    }
    this.#errors = this.createPublisher('std_msgs/msg/Float64', 'evaluation/position_error');
    const options = { qos: reliableQos(10) };
    const odometry = 'nav_msgs/msg/Odometry';
    this.createSubscription(odometry, 'ground_truth/odometry', options, (message: OdometryMsg) =>
      this.#receive(message, this.#truth),
    );
    this.createSubscription(odometry, 'kiss/odometry', options, (message: OdometryMsg) =>
      this.#receive(message, this.#estimate),
    );
  }

  #receive({ header, pose }: OdometryMsg, into: Map<string, Pose>): void {
    if (this.#scans > 0 && this.#pairs >= this.#scans) return;
    const key = seconds(header.stamp);
    into.set(key, poseFromMsg(pose.pose));
    const truth = this.#truth.get(key);
    const estimate = this.#estimate.get(key);
    if (truth === undefined || estimate === undefined) return;
    this.#truth.delete(key);
    this.#estimate.delete(key);
    this.#compare(key, truth, estimate);
  }

  #compare(stamp: string, truth: Pose, estimate: Pose): void {
    this.#alignment ??= truth.times(estimate.inverse());
    const aligned = this.#alignment.times(estimate);
    const dx = aligned.tx - truth.tx;
    const dy = aligned.ty - truth.ty;
    const dz = aligned.tz - truth.tz;
    const squared = dx * dx + dy * dy + dz * dz;
    this.#sumOfSquares += squared;
    this.#pairs++;
    // At once: whenever and however the run ends, what was driven so far is there.
    if (this.#files !== undefined) {
      writeSync(this.#files.truth, tumRow(stamp, truth));
      writeSync(this.#files.odometry, tumRow(stamp, estimate));
    }
    this.#errors.publish({ data: Math.sqrt(squared) });
    if (this.#pairs === this.#scans) this.#finish();
  }

  #finish(): void {
    const rmse = Math.sqrt(this.#sumOfSquares / this.#pairs);
    this.getLogger().info(`position error over ${this.#pairs} scans: ${rmse} m (RMS)`);
  }
}

/** A stamp as text, without rounding. */
function seconds({ sec, nanosec }: TimeMsg): string {
  return `${sec}.${String(nanosec).padStart(9, '0')}`;
}

function tumRow(stamp: string, { tx, ty, tz, qx, qy, qz, qw }: Pose): string {
  return `${[stamp, tx, ty, tz, qx, qy, qz, qw].join(' ')}\n`;
}
