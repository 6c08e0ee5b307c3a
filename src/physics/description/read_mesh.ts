import { extname } from 'node:path';
import type { Mesh } from '../geometry/shape.js';
import type { Vector } from '../geometry/vector.js';
import type { DescriptionFiles } from './description_files.js';
import type { XmlElement } from './xml_element.js';

/** More triangles than a collision should have: every ray is tested against each. */
const MOST_TRIANGLES = 200_000;

/**
 * Reads the mesh that an element names: STL (binary or text) or OBJ.
 *
 * @throws OrreryError `ORR_PHYSICS_FILE`, `ORR_PHYSICS_UNSUPPORTED` for other formats
 */
export function readMesh(
  uri: string,
  element: XmlElement,
  files: DescriptionFiles,
  scale: Vector,
): Mesh {
  const file = files.locate(uri, element);
  const format = extname(file).toLowerCase();
  if (format !== '.stl' && format !== '.obj') {
    return element.unsupported(`A collision with a mesh in the format ${format} ("${uri}")`);
  }
  const bytes = files.bytes(file);
  const mesh = new MeshBuilder(scale);
  if (format === '.obj') readObj(bytes.toString('utf8'), mesh);
  else if (isBinary(bytes)) readBinaryStl(bytes, mesh);
  else readTextStl(bytes.toString('utf8'), mesh);
  return (
    mesh.build() ?? element.refuse(`"${uri}" is not a mesh with 1 to ${MOST_TRIANGLES} triangles`)
  );
}

class MeshBuilder {
  readonly corners: number[] = [];
  readonly triangles: number[] = [];
  readonly #scale: Vector;

  constructor(scale: Vector) {
    this.#scale = scale;
  }

  corner(x: number, y: number, z: number): number {
    const [sx, sy, sz] = this.#scale;
    this.corners.push(x * sx, y * sy, z * sz);
    return this.corners.length / 3 - 1;
  }

  /** Returns undefined if the mesh is empty, too large, or refers to missing vertices. */
  build(): Mesh | undefined {
    const { corners, triangles } = this;
    const count = triangles.length / 3;
    if (count < 1 || count > MOST_TRIANGLES || !corners.every(Number.isFinite)) return undefined;
    if (!triangles.every((index) => index >= 0 && index < corners.length / 3)) return undefined;
    return { corners: Float64Array.from(corners), triangles: Uint32Array.from(triangles) };
  }
}

function isBinary(bytes: Buffer): boolean {
  return bytes.length >= 84 && bytes.length === 84 + 50 * bytes.readUInt32LE(80);
}

function readBinaryStl(bytes: Buffer, mesh: MeshBuilder): void {
  const count = bytes.readUInt32LE(80);
  if (count > MOST_TRIANGLES) return;
  for (let i = 0; i < count; i++) {
    for (let corner = 0; corner < 3; corner++) {
      const at = 84 + 50 * i + 12 + 12 * corner;
      const [x, y, z] = [0, 4, 8].map((offset) => bytes.readFloatLE(at + offset));
      mesh.triangles.push(mesh.corner(x!, y!, z!));
    }
  }
}

function readTextStl(text: string, mesh: MeshBuilder): void {
  for (const line of text.split('\n')) {
    const [word, x, y, z] = line.trim().split(/\s+/);
    if (word !== 'vertex') continue;
    mesh.triangles.push(mesh.corner(Number(x), Number(y), Number(z)));
    if (mesh.triangles.length > 3 * MOST_TRIANGLES) return;
  }
}

/** Vertices and faces; a face with more corners is a fan of triangles. */
function readObj(text: string, mesh: MeshBuilder): void {
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === 'v') mesh.corner(Number(rest[0]), Number(rest[1]), Number(rest[2]));
    if (word !== 'f') continue;
    const present = mesh.corners.length / 3;
    const face = rest.map((each) => {
      const index = Number.parseInt(each, 10);
      return index < 0 ? present + index : index - 1;
    });
    for (let i = 2; i < face.length; i++) mesh.triangles.push(face[0]!, face[i - 1]!, face[i]!);
    if (mesh.triangles.length > 3 * MOST_TRIANGLES) return;
  }
}
