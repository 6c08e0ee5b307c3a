import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DataTexture,
  DoubleSide,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  PlaneGeometry,
  Points,
  PointsMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type {
  Colour,
  Drawable,
  Ground,
  Lines,
  MeshShape,
  Points as PointsToDraw,
  PoseNumbers,
  ShapeName,
  Shapes,
  Triangles,
} from '../../model/drawable.js';
import type { SceneMesh } from './scene_part.js';

/** Numbers per shape: its pose and its size. */
const PER_SHAPE = 10;

const SHAPES: Readonly<Record<ShapeName, () => BufferGeometry>> = {
  box: () => new BoxGeometry(1, 1, 1),
  sphere: () => new SphereGeometry(0.5, 20, 14),
  // Cylinders are along z, as in ROS; those of three.js are along y.
  cylinder: () => new CylinderGeometry(0.5, 0.5, 1, 24).rotateX(Math.PI / 2),
  arrow: () => {
    const shaft = new CylinderGeometry(0.25, 0.25, 0.75, 12).translate(0, 0.375, 0);
    const tip = new ConeGeometry(0.5, 0.25, 16).translate(0, 0.875, 0);
    return mergeGeometries([shaft, tip]).rotateZ(-Math.PI / 2);
  },
};
const made = new Map<ShapeName, BufferGeometry>();

/** The geometry that all shapes of a kind share; it is never disposed of. */
function geometryOf(shape: ShapeName): BufferGeometry {
  let geometry = made.get(shape);
  if (geometry === undefined) {
    geometry = SHAPES[shape]();
    geometry.userData.isShared = true;
    made.set(shape, geometry);
  }
  return geometry;
}

/** @returns undefined for texts, which the page shows itself, and for missing meshes */
export function objectOf(
  drawable: Drawable,
  colour: string,
  meshes: ReadonlyMap<string, SceneMesh>,
): Object3D | undefined {
  const object = bareObjectOf(drawable, colour, meshes);
  if (object !== undefined) place(object, drawable.pose);
  return object;
}

function bareObjectOf(
  drawable: Drawable,
  colour: string,
  meshes: ReadonlyMap<string, SceneMesh>,
): Object3D | undefined {
  switch (drawable.kind) {
    case 'points':
      return pointsOf(drawable, colour);
    case 'lines':
      return linesOf(drawable, colour);
    case 'triangles':
      return trianglesOf(drawable, colour);
    case 'shapes':
      return shapesOf(drawable, colour);
    case 'mesh':
      return meshOf(drawable, colour, meshes.get(drawable.uri) as Object3D | undefined);
    case 'ground':
      return groundOf(drawable);
    case 'words':
      return undefined;
  }
}

export function place(object: Object3D, [x, y, z, qx, qy, qz, qw]: PoseNumbers): void {
  object.position.set(x, y, z);
  object.quaternion.set(qx, qy, qz, qw);
}

/** Orders points such that the first ones are spread over all of them. */
function pointsOf({ positions, colours, size }: PointsToDraw, colour: string): Points {
  const count = positions.length / 3;
  const order = spread(count);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(reordered(positions, order), 3));
  if (colours !== undefined) {
    geometry.setAttribute('color', new BufferAttribute(reordered(colours, order), 3, true));
  }
  const material = new PointsMaterial({
    size,
    sizeAttenuation: false,
    vertexColors: colours !== undefined,
    ...(colours === undefined && { color: colour }),
  });
  return new Points(geometry, material);
}

function spread(count: number): Uint32Array {
  const order = new Uint32Array(count);
  const step = 16;
  let at = 0;
  for (let first = 0; first < step; first++) {
    for (let i = first; i < count; i += step) order[at++] = i;
  }
  return order;
}

function reordered<Values extends Float32Array | Uint8Array>(
  values: Values,
  order: Uint32Array,
): Values {
  const result = values.slice() as Values;
  for (let i = 0; i < order.length; i++) {
    const from = order[i]! * 3;
    result[i * 3] = values[from]!;
    result[i * 3 + 1] = values[from + 1]!;
    result[i * 3 + 2] = values[from + 2]!;
  }
  return result;
}

/** The colour and opacity of a material. */
function paint(colour: Colour | undefined, otherwise: string) {
  if (colour === undefined) return { color: new Color(otherwise) };
  const [r, g, b, a] = colour;
  const color = new Color().setRGB(r / 255, g / 255, b / 255, 'srgb');
  return { color, opacity: a / 255, transparent: a < 255 };
}

function linesOf({ positions, colour }: Lines, otherwise: string): LineSegments {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  return new LineSegments(geometry, new LineBasicMaterial(paint(colour, otherwise)));
}

function trianglesOf({ positions, colour }: Triangles, otherwise: string): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  const material = new MeshLambertMaterial({ ...paint(colour, otherwise), side: DoubleSide });
  return new Mesh(geometry, material);
}

function shapesOf({ shape, places, colour }: Shapes, otherwise: string): InstancedMesh {
  const count = Math.floor(places.length / PER_SHAPE);
  const material = new MeshLambertMaterial(paint(colour, otherwise));
  const mesh = new InstancedMesh(geometryOf(shape), material, count);
  const [matrix, position] = [new Matrix4(), new Vector3()];
  const [turned, size] = [new Quaternion(), new Vector3()];
  for (let i = 0; i < count; i++) {
    const [x, y, z, qx, qy, qz, qw, a, b, c] = places.subarray(i * PER_SHAPE);
    position.set(x!, y!, z!);
    turned.set(qx!, qy!, qz!, qw!);
    // A size of zero makes the matrix singular, of which three.js warns.
    size.set(a || 1e-6, b || 1e-6, c || 1e-6);
    mesh.setMatrixAt(i, matrix.compose(position, turned, size));
  }
  return mesh;
}

/** Puts a mesh into a group of its own, since the file may define a scale and a pose itself. */
function meshOf({ scale, colour }: MeshShape, otherwise: string, from: Object3D | undefined) {
  if (from === undefined) return undefined;
  const mesh = from.clone();
  if (colour !== undefined || from.userData.hasColours !== true) {
    mesh.traverse((each) => {
      if (each instanceof Mesh) each.material = new MeshLambertMaterial(paint(colour, otherwise));
    });
  }
  const group = new Group().add(mesh);
  // A scale of zero makes the matrix singular.
  group.scale.set(scale[0] || 1e-6, scale[1] || 1e-6, scale[2] || 1e-6);
  return group;
}

function groundOf({ columns, rows, cell, pixels }: Ground): Mesh {
  const texture = new DataTexture(pixels, columns, rows);
  texture.colorSpace = 'srgb';
  texture.needsUpdate = true;
  const [width, height] = [columns * cell, rows * cell];
  const plane = new PlaneGeometry(width, height).translate(width / 2, height / 2, 0);
  const options = { map: texture, transparent: true, side: DoubleSide, depthWrite: false };
  const mesh = new Mesh(plane, new MeshBasicMaterial(options));
  // Drawn below everything that stands on it.
  mesh.renderOrder = -1;
  return mesh;
}

/** The three axes of a frame: x red, y green, z blue. Their different lengths distinguish them without colour. */
export function axesOf(length: number): LineSegments {
  const ends = [0, 0, 0, length, 0, 0, 0, 0, 0, 0, length * 0.8, 0, 0, 0, 0, 0, 0, length * 0.6];
  const colours = [
    ...[0.84, 0.37, 0, 0.84, 0.37, 0],
    ...[0, 0.62, 0.45, 0, 0.62, 0.45],
    ...[0, 0.45, 0.7, 0, 0.45, 0.7],
  ];
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(ends), 3));
  geometry.setAttribute('color', new BufferAttribute(Float32Array.from(colours), 3));
  return new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true }));
}

/** Frees the graphics memory of everything in a group, and removes it. */
export function clear(group: Group): void {
  for (const object of [...group.children]) {
    group.remove(object);
    object.traverse((each) => {
      const { geometry, material } = each as Partial<Mesh>;
      if (geometry?.userData.isShared !== true) geometry?.dispose();
      for (const one of [material].flat() as (Material | undefined)[]) {
        (one as MeshBasicMaterial | undefined)?.map?.dispose();
        one?.dispose();
      }
      if (each instanceof InstancedMesh) each.dispose();
    });
  }
}
