/** The parts of standard messages that the 3D panel reads. */
import type { Quaternion, Transform, Vector3 } from '../../../../tf2/index.js';

export interface Stamp {
  readonly sec: number;
  readonly nanosec: number;
}

export interface Header {
  readonly stamp: Stamp;
  readonly frame_id: string;
}

export interface Pose {
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

export interface PoseStamped {
  readonly header: Header;
  readonly pose: Pose;
}

export interface TfMessage {
  readonly transforms: readonly {
    readonly header: Header;
    readonly child_frame_id: string;
    readonly transform: Transform;
  }[];
}

export interface LaserScan {
  readonly header: Header;
  readonly angle_min: number;
  readonly angle_increment: number;
  readonly range_min: number;
  readonly range_max: number;
  readonly ranges: ArrayLike<number>;
}

export interface PointField {
  readonly name: string;
  readonly offset: number;
  readonly datatype: number;
}

export interface PointCloud {
  readonly header: Header;
  readonly height: number;
  readonly width: number;
  readonly fields: readonly PointField[];
  readonly is_bigendian: boolean;
  readonly point_step: number;
  readonly row_step: number;
  readonly data: Uint8Array;
}

export interface OccupancyGrid {
  readonly header: Header;
  readonly info: {
    readonly resolution: number;
    readonly width: number;
    readonly height: number;
    readonly origin: Pose;
  };
  readonly data: ArrayLike<number>;
}

export interface ColorRgba {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

export interface Marker {
  readonly header: Header;
  readonly ns: string;
  readonly id: number;
  readonly type: number;
  readonly action: number;
  readonly pose: Pose;
  readonly scale: Vector3;
  readonly color: ColorRgba;
  readonly lifetime: Stamp;
  readonly points: readonly Vector3[];
  readonly colors: readonly ColorRgba[];
  readonly text: string;
  readonly mesh_resource: string;
  readonly mesh_use_embedded_materials: boolean;
}

export interface CameraImage {
  readonly header: Header;
  readonly height: number;
  readonly width: number;
  readonly encoding: string;
  readonly is_bigendian: number;
  readonly step: number;
  readonly data: Uint8Array;
}

export interface CompressedImage {
  readonly header: Header;
  readonly format: string;
  readonly data: Uint8Array;
}
