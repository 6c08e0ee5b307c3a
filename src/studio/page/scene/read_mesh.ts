/** Reads mesh files. Their textures are not shown, only the colours of their materials. */
import { LoadingManager, Mesh, type MeshPhongMaterial, type Object3D } from 'three';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';

/** Prevents a mesh from fetching anything. */
const MANAGER = new LoadingManager().setURLModifier(() => 'data:,');

/** @returns a mesh whose `userData.hasColours` says whether its materials come from the file */
export function readMesh(uri: string, bytes: ArrayBuffer): Object3D {
  const ending = uri.slice(uri.lastIndexOf('.')).toLowerCase();
  const mesh = meshOf(ending, bytes);
  mesh.userData.hasColours = ending === '.dae';
  mesh.traverse((each) => {
    if (!(each instanceof Mesh)) return;
    // All objects that show this mesh share its geometry.
    each.geometry.userData.isShared = true;
    if (!each.geometry.hasAttribute('normal')) each.geometry.computeVertexNormals();
    for (const material of [each.material].flat() as MeshPhongMaterial[]) material.map = null;
  });
  return mesh;
}

function meshOf(ending: string, bytes: ArrayBuffer): Object3D {
  if (ending === '.stl') return new Mesh(new STLLoader().parse(bytes));
  const text = new TextDecoder().decode(bytes);
  if (ending === '.obj') return new OBJLoader(MANAGER).parse(text);
  const scene = new ColladaLoader(MANAGER).parse(text, '')?.scene;
  if (scene === undefined) throw new Error('It is not Collada.');
  // As in RViz, the axes of the robot's description apply, whichever axis the file calls up.
  scene.rotation.set(0, 0, 0);
  return scene;
}
