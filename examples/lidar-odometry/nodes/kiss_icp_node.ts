import rclnodejs from 'rclnodejs';
import { KissIcp, type KissIcpConfig, kissIcpConfig } from '../kiss_icp/kiss_icp.js';
import type { Pose } from '../kiss_icp/pose.js';
import {
  type HeaderMsg,
  type Output,
  odometryToMsg,
  poseToMsg,
  type TransformStampedMsg,
  transformToMsg,
  type Variances,
} from '../ros/messages.js';
import {
  boolParameter,
  doubleParameter,
  integerParameter,
  stringParameter,
} from '../ros/parameters.js';
import {
  createPointCloud2,
  type PointCloud2Msg,
  readPositions,
  readTimes,
} from '../ros/point_cloud2.js';
import { latchedQos, reliableQos, sensorQos } from '../ros/qos.js';
import { StaticTransforms } from '../ros/static_transforms.js';

/**
 * LiDAR odometry with the topics, parameters and defaults of KISS-ICP's ROS 2 node.
 *
 * Subscribes `pointcloud_topic`; publishes `kiss/odometry`, `kiss/trajectory`, `tf`, and with
 * `publish_debug_clouds` also `kiss/frame`, `kiss/keypoints` and `kiss/local_map`. Two parameters
 * are its own: `queue_depth` of the subscription (5 as in KISS-ICP; on a slow machine it decides
 * which scans are lost) and `trajectory_every` (how many scans between two paths, 0 = no path).
 */
export class KissIcpNode extends rclnodejs.Node {
  readonly #odometry: KissIcp;
  readonly #baseFrame: string;
  readonly #odomFrame: string;
  readonly #publishTf: boolean;
  readonly #invertTf: boolean;
  readonly #publishClouds: boolean;
  readonly #trajectoryEvery: number;
  readonly #variances: Variances;
  readonly #transforms = new StaticTransforms();
  readonly #path: object[] = [];
  readonly #publishers: Readonly<
    Record<'odometry' | 'trajectory' | 'tf' | 'frame' | 'keypoints' | 'map', Output>
  >;
  #scans = 0;
  #saidNoTimes = false;

  constructor() {
    super('kiss_icp_node');
    this.#baseFrame = stringParameter(this, 'base_frame', '');
    this.#odomFrame = stringParameter(this, 'lidar_odom_frame', 'odom_lidar');
    this.#publishTf = boolParameter(this, 'publish_odom_tf', true);
    this.#invertTf = boolParameter(this, 'invert_odom_tf', true);
    this.#publishClouds = boolParameter(this, 'publish_debug_clouds', false);
    this.#trajectoryEvery = integerParameter(this, 'trajectory_every', 10);
    this.#variances = {
      position: doubleParameter(this, 'position_covariance', 0.1),
      orientation: doubleParameter(this, 'orientation_covariance', 0.1),
    };
    this.#odometry = new KissIcp(this.#declareConfig());
    const cloud = 'sensor_msgs/msg/PointCloud2';
    const last = { qos: reliableQos(1) };
    this.#publishers = {
      odometry: this.createPublisher('nav_msgs/msg/Odometry', 'kiss/odometry', last),
      trajectory: this.createPublisher('nav_msgs/msg/Path', 'kiss/trajectory', last),
      tf: this.createPublisher('tf2_msgs/msg/TFMessage', '/tf', { qos: reliableQos(100) }),
      frame: this.createPublisher(cloud, 'kiss/frame', last),
      keypoints: this.createPublisher(cloud, 'kiss/keypoints', last),
      map: this.createPublisher(cloud, 'kiss/local_map', last),
    };
    this.createSubscription(
      'tf2_msgs/msg/TFMessage',
      '/tf_static',
      { qos: latchedQos(100) },
      ({ transforms }: { transforms: TransformStampedMsg[] }) => {
        for (const transform of transforms) this.#transforms.add(transform);
      },
    );
    const qos = sensorQos(integerParameter(this, 'queue_depth', 5));
    this.createSubscription(cloud, 'pointcloud_topic', { qos }, (message: PointCloud2Msg) =>
      this.#register(message),
    );
    this.getLogger().info('KISS-ICP ROS 2 odometry node initialized');
  }

  #declareConfig(): KissIcpConfig {
    const maxRange = doubleParameter(this, 'data.max_range', 100);
    const defaults = kissIcpConfig({ 'data.max_range': maxRange });
    const double = (name: keyof KissIcpConfig) =>
      doubleParameter(this, name, Number(defaults[name]));
    const integer = (name: keyof KissIcpConfig) =>
      integerParameter(this, name, Number(defaults[name]));
    // Accepted for the launch files of KISS-ICP; one thread is what makes runs repeatable.
    integerParameter(this, 'registration.max_num_threads', 0);
    return {
      'data.max_range': maxRange,
      'data.min_range': double('data.min_range'),
      'data.deskew': boolParameter(this, 'data.deskew', defaults['data.deskew']),
      'mapping.voxel_size': double('mapping.voxel_size'),
      'mapping.max_points_per_voxel': integer('mapping.max_points_per_voxel'),
      'adaptive_threshold.initial_threshold': double('adaptive_threshold.initial_threshold'),
      'adaptive_threshold.min_motion_th': double('adaptive_threshold.min_motion_th'),
      'registration.max_num_iterations': integer('registration.max_num_iterations'),
      'registration.convergence_criterion': double('registration.convergence_criterion'),
    };
  }

  #register(message: PointCloud2Msg): void {
    const times = this.#odometry.config['data.deskew'] ? readTimes(message) : undefined;
    if (times === undefined && this.#odometry.config['data.deskew'] && !this.#saidNoTimes) {
      this.#saidNoTimes = true;
      this.getLogger().warn('the scans carry no time per point, so they are not deskewed');
    }
    const { pose } = this.#odometry.registerScan(readPositions(message), times);
    this.#scans++;
    this.#publishPose(pose, message.header);
    if (this.#publishClouds) this.#publishDebugClouds(message.header);
  }

  #publishPose(lidarPose: Pose, { stamp, frame_id: lidarFrame }: HeaderMsg): void {
    const moved = this.#baseFrame !== '' && this.#baseFrame !== lidarFrame;
    const child = moved ? this.#baseFrame : lidarFrame;
    const pose = moved ? this.#inBaseFrame(lidarPose, lidarFrame) : lidarPose;
    const header = { stamp, frame_id: this.#odomFrame };
    if (this.#publishTf) {
      const transform = this.#invertTf
        ? transformToMsg({ stamp, frame_id: child }, this.#odomFrame, pose.inverse())
        : transformToMsg(header, child, pose);
      this.#publishers.tf.publish({ transforms: [transform] });
    }
    this.#publishers.odometry.publish(odometryToMsg(header, child, pose, this.#variances));
    if (this.#trajectoryEvery === 0) return;
    this.#path.push({ header, pose: poseToMsg(pose) });
    if (this.#scans % this.#trajectoryEvery === 0) {
      this.#publishers.trajectory.publish({ header, poses: this.#path });
    }
  }

  /** The motion of the base, which is that of the LiDAR seen from another place of the vehicle. */
  #inBaseFrame(pose: Pose, lidarFrame: string): Pose {
    const mount = this.#transforms.lookup(this.#baseFrame, lidarFrame);
    if (mount === undefined) {
      this.getLogger().warn(`no static transform from ${lidarFrame} to ${this.#baseFrame}`);
      return pose;
    }
    return mount.times(pose).times(mount.inverse());
  }

  #publishDebugClouds(header: HeaderMsg): void {
    const { frame, keypoints, map } = this.#odometry;
    const inSensor = (points: typeof frame) =>
      createPointCloud2(header, points.xyz.subarray(0, 3 * points.count));
    const mapHeader = { stamp: header.stamp, frame_id: this.#odomFrame };
    this.#publishers.frame.publish(inSensor(frame));
    this.#publishers.keypoints.publish(inSensor(keypoints));
    this.#publishers.map.publish(createPointCloud2(mapHeader, map.copyPoints()));
  }
}
