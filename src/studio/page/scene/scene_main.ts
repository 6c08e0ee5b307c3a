/** The script of the 3D panel, with three.js. The page contains it compressed, and runs it when it is needed. */
import { readMesh } from './read_mesh.js';
import type { ScenePart } from './scene_part.js';
import { ThreeView } from './three_view.js';

const part: ScenePart = { create: (place) => new ThreeView(place), readMesh };
Object.assign(globalThis, { orreryScene: part });
