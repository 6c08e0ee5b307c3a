/** The worker of the page, which answers its questions with Orrery's own readers and comparison. */
import '../platform/globals.js';
import { answerQuestion, parseQuestion } from '../../../ask/index.js';
import { OrreryError } from '../../../errors/index.js';
import { diffRuns } from '../../../verify/index.js';
import type {
  CallbackView,
  Question,
  Questions,
  Reply,
  Request,
  RunFiles,
  RunInfo,
} from '../../model/engine_protocol.js';
import { folderOf, mountRun } from './mount_run.js';
import { OpenedRun } from './opened_run.js';
import { partingsOf } from './partings_of.js';
import { SceneReader } from './scene/scene_reader.js';
import { StateReader } from './state_reader.js';
import { TopicReader } from './topic_reader.js';

type Answers = {
  readonly [Q in Question]: (
    given: Questions[Q]['given'],
    progress: (part: number) => void,
  ) => Questions[Q]['answer'] | Promise<Questions[Q]['answer']>;
};

/** The most records that are searched for a callback with a given number. */
const LONGEST_SEARCH = 200_000;
/** The number of the run that is still active. */
const LIVE = -1;

interface Open {
  readonly run: OpenedRun;
  readonly topics: TopicReader;
  readonly scene: SceneReader;
  readonly state: StateReader;
}

const runs = new Map<string, Open>();

function opened(path: string): Open {
  const found = runs.get(path);
  if (found === undefined) throw new Error('This run is not open.');
  return found;
}

async function open(files: RunFiles, progress: (part: number) => void): Promise<RunInfo> {
  // An active run is opened again and again, each time under the same number.
  const place = files.live === undefined ? runs.size : LIVE;
  close(runs.get(folderOf(place)));
  const run = await OpenedRun.open(mountRun(files, place), files.name);
  const topics = new TopicReader(run);
  const scene = new SceneReader(run, topics);
  runs.set(run.path, { run, topics, scene, state: new StateReader(run) });
  return { ...run.describe(progress), debug: files.debug };
}

function close(open: Open | undefined): void {
  open?.run.trace?.close();
  open?.run.recording?.close();
}

function callbackOf(
  { run }: { readonly run: OpenedRun },
  number: number,
  time: number,
): CallbackView | undefined {
  const { trace } = run;
  if (trace === undefined) return undefined;
  const system = trace.system()?.description;
  let left = LONGEST_SEARCH;
  for (const callback of trace.callbacks(run.stampOf(time))) {
    if (left-- === 0) break;
    if (callback.number !== number) continue;
    const topicOf = (id: number) => system?.publishers.find((each) => each.id === id)?.topic ?? '?';
    return {
      ...callback,
      time: run.timeOf(callback.time),
      published: callback.publishers.map(topicOf),
    };
  }
  return undefined;
}

function ask({ run }: { readonly run: OpenedRun }, question: string) {
  const answer = answerQuestion(parseQuestion(question), run, { name: run.name });
  const { count, undecided, isEvaluated, stamps } = answer;
  return { count, undecided, isEvaluated, times: stamps.map((stamp) => run.timeOf(stamp)) };
}

function textOf(message: object | undefined): string | undefined {
  const { data } = (message ?? {}) as { readonly data?: unknown };
  return typeof data === 'string' ? data : undefined;
}

const answers: Answers = {
  open,
  callback: ({ run, number, time }) => callbackOf(opened(run), number, time),
  diff: ({ a, b }) => diffRuns(a, b),
  partings: ({ a, b, topics }) => partingsOf(opened(a).run, opened(b).run, topics),
  message: ({ run, topic, time }) => opened(run).topics.message(topic, time),
  ask: ({ run, question }) => ask(opened(run), question),
  scene: ({ run, time, fixed, topics }) => opened(run).scene.at(time, fixed, topics),
  picture: ({ run, topic, time }) => opened(run).scene.picture(topic, time),
  text: ({ run, topic, time }) => textOf(opened(run).topics.decoded(topic, time)?.message),
  state: ({ run, time }) => opened(run).state.at(time),
  fields: ({ run, topic }) => {
    const { topics } = opened(run);
    return { fields: topics.fields(topic), frame: topics.frame(topic) };
  },
  frames: ({ run }) => opened(run).scene.frames.names(),
  series({ run, topic, field, frames }) {
    const { scene, topics } = opened(run);
    return frames === undefined ? topics.series(topic, field) : scene.series(frames, field);
  },
};

async function answer({ id, question, given }: Request): Promise<void> {
  const post = (reply: Reply) => self.postMessage(reply);
  try {
    const found = await answers[question](given as never, (progress) => post({ id, progress }));
    post({ id, answer: found });
  } catch (error) {
    const code = error instanceof OrreryError ? error.code : undefined;
    post({ id, error: error instanceof Error ? error.message : String(error), code });
  }
}

self.onmessage = ({ data }: MessageEvent<Request>) => void answer(data);
