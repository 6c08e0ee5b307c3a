import { useEffect, useRef, useState } from 'preact/hooks';
import type { Drawable } from '../../model/drawable.js';
import type { SceneMesh } from '../scene/scene_part.js';
import { loadScene } from './load_scene.js';

/** Where the page finds its meshes, as its writer states it. */
interface GivenMeshes {
  /** A folder on the server of this page. */
  readonly folder?: string;
  /** Id of the element of this page with the bytes in base64, by the mesh's address. */
  readonly elements?: Readonly<Record<string, string>>;
}

/** The meshes that a scene refers to, as far as they exist. */
export interface Meshes {
  readonly read: ReadonlyMap<string, SceneMesh>;
  /** Why a mesh is not shown, by address. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Fetches and reads each mesh once. */
export function useMeshes(drawables: readonly Drawable[]): Meshes {
  const [meshes, setMeshes] = useState<Meshes>({ read: new Map(), problems: new Map() });
  const asked = useRef(new Set<string>());
  const uris = new Set(drawables.flatMap((each) => (each.kind === 'mesh' ? [each.uri] : [])));
  useEffect(() => {
    for (const uri of uris) {
      if (asked.current.has(uri)) continue;
      asked.current.add(uri);
      readMesh(uri).then(
        (mesh) =>
          setMeshes(({ read, problems }) => ({ read: new Map(read).set(uri, mesh), problems })),
        ({ message }: Error) =>
          setMeshes(({ read, problems }) => ({
            read,
            problems: new Map(problems).set(uri, message),
          })),
      );
    }
  }, [[...uris].join(' ')]);
  return meshes;
}

async function readMesh(uri: string): Promise<SceneMesh> {
  const [bytes, part] = [await bytesOf(uri), await loadScene()];
  return part.readMesh(uri, bytes);
}

async function bytesOf(uri: string): Promise<ArrayBuffer> {
  const { folder, elements } = given();
  if (folder !== undefined) {
    const answer = await fetch(`${folder}/${encodeURIComponent(uri)}`);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.arrayBuffer();
  }
  const element = elements?.[uri];
  if (element === undefined) throw new Error('This page does not hold it.');
  const text = atob(document.getElementById(element)?.textContent ?? '');
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}

function given(): GivenMeshes {
  return JSON.parse(document.getElementById('meshes')?.textContent ?? '{}') as GivenMeshes;
}
