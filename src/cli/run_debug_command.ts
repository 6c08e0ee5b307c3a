import type { DebugSession, DebugStop, PythonAnswer } from '../debug/index.js';
import { OrreryError } from '../errors/index.js';
import { debugTarget } from './debug_target.js';
import { causesText, messageText, placeText, sourceText, stopText } from './debug_text.js';
import { positiveInteger } from './whole_number.js';

/** The answer of a debugger command. */
export interface Answer {
  readonly text: string;
  /** The same as data; it may contain bigints. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether the command has moved the run, so that an empty line repeats it. */
  readonly moved?: boolean;
}

interface DebugCommand {
  readonly names: readonly string[];
  readonly usage: string;
  readonly help: string;
  run(session: DebugSession, words: readonly string[], rest: string): Promise<Answer> | Answer;
}

const AROUND_LIST = 6;

function stopped(stop: DebugStop): Answer {
  return { text: stopText(stop), data: stopData(stop), moved: true };
}

/** What pdb answers, and the stop after the callback, if it has ended. */
function inPdb({ text, stop }: PythonAnswer): Answer {
  if (stop === undefined) return said('pdb', text);
  const whole = [text, stopText(stop)].filter((part) => part !== '').join('\n');
  return { text: whole, data: { ...stopData(stop), pdb: text } };
}

/** A stop as data. */
export function stopData(stop: DebugStop): Record<string, unknown> {
  const { place, ...rest } = stop;
  return { event: 'stop', ...rest, ...place };
}

function said(event: string, text: string, data: Record<string, unknown> = { text }): Answer {
  return { text, data: { event, ...data } };
}

/** An optional count. */
function countOf(text: string | undefined): number {
  return text === undefined ? 1 : positiveInteger(text);
}

function needed(words: readonly string[], what: string): string {
  if (words[0] !== undefined) return words[0];
  throw new OrreryError('ORR_DEBUG_COMMAND', `This command needs ${what}; help shows how.`);
}

const COMMANDS: readonly DebugCommand[] = [
  {
    names: ['next', 'n'],
    usage: 'next [count] [/node]',
    help: 'move forward by this many callbacks (of this node)',
    run: async (session, words) => {
      const node = words.find((word) => word.startsWith('/'));
      const count = countOf(words.find((word) => !word.startsWith('/')));
      return stopped(await session.next(count, node));
    },
  },
  {
    names: ['back', 'b'],
    usage: 'back [count]',
    help: 'move back by this many callbacks',
    run: async (session, [count]) => stopped(await session.back(countOf(count))),
  },
  {
    names: ['to'],
    usage: 'to <time|#callback> [/node]',
    help: 'move to the first callback (of this node) at this time, or to the callback with this number',
    run: async (session, words) => {
      const target = debugTarget(needed(words, 'a time or #callback'), session, words[1]);
      return stopped(await session.to(target));
    },
  },
  {
    names: ['continue', 'c'],
    usage: 'continue',
    help: 'continue to the next break, or to the end',
    run: async (session) => stopped(await session.continue()),
  },
  {
    names: ['reverse-continue', 'rc'],
    usage: 'reverse-continue',
    help: 'go back to the previous break, or to the first callback',
    run: async (session) => stopped(await session.reverseContinue()),
  },
  {
    names: ['break'],
    usage: 'break </topic|/node>',
    help: 'stop at callbacks that use a topic or belong to a node',
    run: async (session, words) => {
      await session.break(needed(words, 'a topic or a node'));
      return breaks(session);
    },
  },
  { names: ['breaks'], usage: 'breaks', help: 'list the breaks', run: breaks },
  {
    names: ['clear'],
    usage: 'clear [/topic|/node]',
    help: 'remove this break, or all',
    run: async (session, [name]) => {
      await session.clear(name);
      return breaks(session);
    },
  },
  {
    names: ['who'],
    usage: 'who </topic>',
    help: 'who published the last message on a topic before now',
    run: (session, words) => {
      const topic = needed(words, 'a topic');
      const message = session.who(topic);
      const text = message && messageText(message);
      return said('who', text ?? `Nothing has been published on ${topic} before now.`, { message });
    },
  },
  {
    names: ['why', 'w'],
    usage: 'why',
    help: 'why this callback runs, back to the timer or the start',
    run: (session) => {
      const causes = session.why();
      const text =
        causesText(causes) || 'The trace says nothing about this callback: it never ended.';
      return said('why', text, { causes });
    },
  },
  {
    names: ['message', 'm'],
    usage: 'message',
    help: 'the message that this callback was given',
    run: (session) => {
      const message = session.message();
      const text = message && messageText(message);
      return said(
        'message',
        text ?? 'This callback was not given a message of a topic; locals shows what it was given.',
        { message },
      );
    },
  },
  {
    names: ['state'],
    usage: 'state [/node]',
    help: "a node's simulationState(), else its public fields",
    run: async (session, [node]) => {
      const state = await session.state(node);
      const none =
        'The node does not expose its state (give it a method simulationState()); try locals.';
      return said('state', state || none, { node: node ?? session.stop?.node, state });
    },
  },
  {
    names: ['locals'],
    usage: 'locals',
    help: 'the variables visible to the code that runs next',
    run: async (session) => {
      const variables = await session.variables();
      const lines = variables.map(({ name, value }) => `${name} = ${value}`);
      return said('locals', lines.join('\n') || 'There are no variables here.', { variables });
    },
  },
  {
    names: ['print', 'p'],
    usage: 'print <expression>',
    help: 'the value of an expression, seen from the code that runs next',
    run: async (session, words, rest) => {
      needed(words, 'an expression');
      const { text, threw, hadSideEffects } = await session.evaluate(rest);
      const note = hadSideEffects ? `\n${SIDE_EFFECTS}` : '';
      return said('print', `${text}${note}`, { text, threw, hadSideEffects });
    },
  },
  {
    names: ['list', 'l'],
    usage: 'list',
    help: 'the source around the code that runs next',
    run: ({ stop }) => {
      const lines = stop?.place === undefined ? [] : sourceText(stop.place, AROUND_LIST);
      return said('list', lines.join('\n') || 'There is no source here.');
    },
  },
  {
    names: ['where', 'bt'],
    usage: 'where',
    help: 'the stack of your functions',
    run: (session) => {
      const frames = session.where();
      const lines = frames.map(
        (frame) => `${frame.function || '(anonymous)'}  ${frame.place && placeText(frame.place)}`,
      );
      return said('where', lines.join('\n') || 'None.', { frames });
    },
  },
  {
    names: ['step', 's'],
    usage: 'step [into|out]',
    help: 'step one statement further in this callback',
    run: async (session, [how = 'over']) => {
      if (how !== 'over' && how !== 'into' && how !== 'out') {
        throw new OrreryError(
          'ORR_DEBUG_COMMAND',
          `"${how}" is not a way to step; try into or out.`,
        );
      }
      return stopped(await session.step(how));
    },
  },
  {
    names: ['finish', 'f'],
    usage: 'finish',
    help: 'run to the end of this callback',
    run: async (session) => stopped(await session.finish()),
  },
  {
    names: ['pdb'],
    usage: 'pdb',
    help: "open Python's debugger in this callback; it gets all further commands until it leaves the callback",
    run: async (session) => inPdb(await session.pdb()),
  },
  {
    names: ['debugpy'],
    usage: 'debugpy [port]',
    help: 'let an editor attach to this callback in Python, at port 5678 or another',
    run: async (session, [port = '']) => {
      const opened = await session.pdb();
      if (opened.stop !== undefined) return inPdb(opened);
      return inPdb(await session.pdb(`debugpy ${port}`.trim()));
    },
  },
  {
    names: ['inspect'],
    usage: 'inspect',
    help: 'the address of the inspector, for front ends',
    run: ({ inspectorUrl }) => said('inspect', inspectText(inspectorUrl), { url: inspectorUrl }),
  },
  { names: ['help', 'h'], usage: 'help', help: 'this list', run: () => said('help', helpText()) },
];

const SIDE_EFFECTS =
  'That had side effects: the run may differ from the recorded one from here on. Going back starts a clean one.';

/** Runs one line that a user has entered. */
export async function runDebugCommand(session: DebugSession, line: string): Promise<Answer> {
  if (session.inPdb) return inPdb(await session.pdb(line));
  const [name = '', ...words] = line.trim().split(/\s+/);
  const command = COMMANDS.find(({ names }) => names.includes(name));
  if (command === undefined) {
    throw new OrreryError('ORR_DEBUG_COMMAND', `There is no command "${name}"; help lists them.`);
  }
  return command.run(session, words, line.trim().slice(name.length).trim());
}

/** The address of the inspector, for `node inspect` and Chrome. */
export function inspectText(url: string): string {
  const { host } = new URL(url);
  return `Inspector: ${url} (node inspect ${host}; chrome://inspect; an editor's "attach" to ${host})`;
}

function breaks(session: DebugSession): Answer {
  const names = session.breaks;
  const text = names.length === 0 ? 'There are no breaks.' : `Stops at ${names.join(', ')}.`;
  return said('breaks', text, { breaks: names });
}

function helpText(): string {
  const rows = COMMANDS.map(({ names, usage, help }) => {
    const [, short] = names;
    return [short === undefined ? usage : `${usage}, ${short}`, help] as const;
  });
  rows.push(['quit, q', 'end']);
  const width = Math.max(...rows.map(([usage]) => usage.length));
  return rows.map(([usage, help]) => `${usage.padEnd(width)}  ${help}`).join('\n');
}
