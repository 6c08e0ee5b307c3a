import { useEffect, useRef, useState } from 'preact/hooks';
import type { Picture } from '../../model/drawable.js';
import type { RunInfo } from '../../model/engine_protocol.js';
import { IMAGE_TYPES } from '../../model/scene_types.js';
import { timeText } from './time_text.js';
import { useLatest } from './use_latest.js';
import type { WorkerClient } from './worker_client.js';

interface Props {
  readonly run: RunInfo;
  readonly worker: WorkerClient;
  readonly cursor: number;
}

/** The last picture of each camera of a run. */
export function Pictures({ run, worker, cursor }: Props) {
  const topics = run.topics.filter(({ type }) => IMAGE_TYPES.includes(type));
  return (
    <aside class="pictures" aria-label="Pictures">
      {topics.map(({ name }) => (
        <OnePicture key={name} run={run} worker={worker} cursor={cursor} topic={name} />
      ))}
    </aside>
  );
}

function OnePicture({ run, worker, cursor, topic }: Props & { readonly topic: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState('');
  const given = { run: run.path, topic, time: cursor };
  const { found, problem } = useLatest(JSON.stringify(given), () => worker.ask('picture', given));
  const [unreadable, setUnreadable] = useState('');
  useEffect(() => {
    if (found === undefined) return;
    paint(canvas.current!, found).then(
      () => setSize(`${canvas.current?.width} × ${canvas.current?.height}`),
      (error: Error) => setUnreadable(error.message),
    );
  }, [found?.time, run]);
  const why = problem || unreadable || (found === undefined ? 'No picture up to here.' : '');
  return (
    <figure data-shown={size !== ''}>
      <figcaption>
        {topic}{' '}
        <span class="note">
          {size} {found !== undefined && timeText(found.time, 1e6)}
        </span>
      </figcaption>
      <canvas ref={canvas} width={0} height={0} />
      {why !== '' && <p class="problem">{why}</p>}
    </figure>
  );
}

async function paint(canvas: HTMLCanvasElement, { width, height, pixels, file }: Picture) {
  const context = canvas.getContext('2d')!;
  if (pixels !== undefined) {
    canvas.width = width;
    canvas.height = height;
    const data = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length);
    context.putImageData(new ImageData(data, width, height), 0, 0);
    return;
  }
  const bitmap = await createImageBitmap(new Blob([file!.bytes], { type: file!.type }));
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  context.drawImage(bitmap, 0, 0);
}
