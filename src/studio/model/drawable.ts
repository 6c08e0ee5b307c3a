/** What the 3D panel draws, without ROS types. The worker makes it from messages. */
import type { RadioLink } from './radio_link.js';

/** Position in m, then a unit quaternion: x, y, z, w. */
export type PoseNumbers = readonly [number, number, number, number, number, number, number];

/** Red, green, blue, opacity, each 0 to 255. */
export type Colour = readonly [number, number, number, number];

export type ShapeName = 'box' | 'sphere' | 'cylinder' | 'arrow';

interface Placed {
  /** In the fixed frame. */
  readonly pose: PoseNumbers;
}

export interface Points extends Placed {
  readonly kind: 'points';
  /** x, y, z of each point. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Red, green, blue of each point; undefined: all points have the colour of the topic. */
  readonly colours: Uint8Array<ArrayBuffer> | undefined;
  /** In pixels. */
  readonly size: number;
}

export interface Lines extends Placed {
  readonly kind: 'lines';
  /** The two ends of each line. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Undefined: the lines have the colour of the topic. */
  readonly colour: Colour | undefined;
}

export interface Triangles extends Placed {
  readonly kind: 'triangles';
  readonly positions: Float32Array<ArrayBuffer>;
  readonly colour: Colour | undefined;
}

export interface Shapes extends Placed {
  readonly kind: 'shapes';
  readonly shape: ShapeName;
  /** For each shape, its pose (7 numbers) and its size along x, y and z. An arrow points along x. */
  readonly places: Float32Array<ArrayBuffer>;
  readonly colour: Colour | undefined;
}

/** The surface of a body, from a file that the message refers to. */
export interface MeshShape extends Placed {
  readonly kind: 'mesh';
  /** The address of the file, e.g. `package://turtlebot3_description/meshes/base.stl`. */
  readonly uri: string;
  readonly scale: readonly [number, number, number];
  /** Undefined: the colours of the file, or the colour of the topic. */
  readonly colour: Colour | undefined;
}

/** A picture in the plane of its pose, with one pixel for each cell. */
export interface Ground extends Placed {
  readonly kind: 'ground';
  readonly columns: number;
  readonly rows: number;
  /** Side of a cell in m. */
  readonly cell: number;
  /** Red, green, blue, opacity. */
  readonly pixels: Uint8Array<ArrayBuffer>;
}

export interface Words extends Placed {
  readonly kind: 'words';
  readonly text: string;
}

export type Drawable = Points | Lines | Triangles | Shapes | MeshShape | Ground | Words;

/** What one topic shows. */
export interface Layer {
  readonly topic: string;
  /** Equal as long as the topic shows the same; undefined if that is unknown. */
  readonly version: string | undefined;
  readonly drawables: readonly Drawable[];
  /** Why part of it is not shown; undefined if all of it is. */
  readonly problem: string | undefined;
}

export interface SceneFrame {
  readonly name: string;
  readonly parent: string | undefined;
  /** In the fixed frame; undefined if no transforms connect the two, or not yet. */
  readonly pose: PoseNumbers | undefined;
}

/** A moment of a run as a 3D scene. */
export interface Scene {
  readonly fixed: string;
  readonly frames: readonly SceneFrame[];
  readonly layers: readonly Layer[];
  /** Links between the robots of a network. */
  readonly links: readonly RadioLink[];
  /** The drawables of these links. */
  readonly drawnLinks: readonly Drawable[];
}

/** A picture of a camera. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, opacity; undefined for a compressed picture, which is in `file`. */
  readonly pixels: Uint8Array<ArrayBuffer> | undefined;
  readonly file: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined;
  readonly time: number;
}
