/** What the script with three.js gives to the page, which loads it when it is first looked at. */
import type { Layer, MeshShape, PoseNumbers, SceneFrame, Shapes } from '../../model/drawable.js';

/** A solid of a link of a robot, in the link's frame. */
export interface RobotPart {
  readonly frame: string;
  readonly solid: Shapes | MeshShape;
}

/** What was read from the file of a mesh; only the script of the 3D panel knows what it holds. */
export interface SceneMesh {
  readonly uuid: string;
}

/** A line between two places, e.g. a link of a network. */
export interface SceneContent {
  readonly frames: readonly SceneFrame[];
  readonly layers: readonly Layer[];
  readonly robot: readonly RobotPart[];
  /** By address: those that were read. */
  readonly meshes: ReadonlyMap<string, SceneMesh>;
  /** By topic: a colour of CSS. */
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
  /** Shows all that there is. */
  fit(): void;
  /** Looks from straight above. */
  fromAbove(): void;
  /** Moves the eye, by parts of a turn and of the distance. */
  turn(around: number, up: number, nearer: number): void;
  dispose(): void;
}

/** How the script that is loaded announces itself. */
export interface ScenePart {
  readonly create: (place: HTMLElement) => SceneView;
  /**
   * Reads STL, Collada or Wavefront OBJ, by the end of the address.
   * @throws Error for what is none of these
   */
  readonly readMesh: (uri: string, bytes: ArrayBuffer) => SceneMesh;
}

export type { PoseNumbers };
