/** The interface of the script with three.js, which the page loads when the 3D panel is first shown. */
import type { Layer, MeshShape, PoseNumbers, SceneFrame, Shapes } from '../../model/drawable.js';

/** A solid of a robot's link, in the link's frame. */
export interface RobotPart {
  readonly frame: string;
  readonly solid: Shapes | MeshShape;
}

/** The content of a mesh file, opaque to everything but the script of the 3D panel. */
export interface SceneMesh {
  readonly uuid: string;
}

/** Everything that the 3D panel shows. */
export interface SceneContent {
  readonly frames: readonly SceneFrame[];
  readonly layers: readonly Layer[];
  readonly robot: readonly RobotPart[];
  /** The meshes that have been read, by address. */
  readonly meshes: ReadonlyMap<string, SceneMesh>;
  /** Returns the CSS colour of a topic. */
  readonly colourOf: (topic: string) => string;
  readonly showsFrames: boolean;
}

export interface SceneColours {
  readonly paper: string;
  readonly ink: string;
  readonly line: string;
}

export interface SceneView {
  show(content: SceneContent, colours: SceneColours): void;
  /** Moves the camera so that everything is in view. */
  fit(): void;
  /** Moves the camera straight above. */
  fromAbove(): void;
  /** Moves the camera, by fractions of a turn and of the distance. */
  turn(around: number, up: number, nearer: number): void;
  dispose(): void;
}

/** What the loaded script announces. */
export interface ScenePart {
  readonly create: (place: HTMLElement) => SceneView;
  /**
   * Reads STL, Collada or Wavefront OBJ, by the extension of the address.
   * @throws Error for any other format
   */
  readonly readMesh: (uri: string, bytes: ArrayBuffer) => SceneMesh;
}

export type { PoseNumbers };
