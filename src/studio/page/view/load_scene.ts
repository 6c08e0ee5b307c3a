import type { ScenePart } from '../scene/scene_part.js';

let loading: Promise<ScenePart> | undefined;

/** Runs the script with three.js, which the page contains compressed, on first use. */
export function loadScene(): Promise<ScenePart> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ScenePart> {
  const text = atob(document.getElementById('scene')!.textContent!.trim());
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const source = await new Response(stream).blob();
  const script = document.createElement('script');
  script.src = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error('The script of the 3D panel cannot be run.'));
    document.head.append(script);
  });
  URL.revokeObjectURL(script.src);
  return (globalThis as { orreryScene?: ScenePart }).orreryScene!;
}
