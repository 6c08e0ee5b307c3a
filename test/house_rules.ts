/** How the house rules read a source file. */
import ts from 'typescript';
import { roomOf } from './rooms.js';
import type { Finding } from './source.js';

/** Files that replace modules of others in the build, and therefore have their names. */
export const isStandIn = (path: string) => path.startsWith('src/studio/page/platform/');

/** Prefixes and suffixes that names defined in a room may have around the name of their file. */
const AFFIXES: Readonly<Record<string, readonly [string, string]>> = {
  cli: ['', 'command'],
  guard: ['patch', ''],
};

/** Files named after the common subject of everything that they define. */
const SUBJECTS: readonly string[] = [
  'src/executors/policies.ts',
  'src/kernel/time.ts',
  'src/trace/callback_message.ts',
  'src/trace/fault_message.ts',
  'src/trace/publication_message.ts',
  'src/bag/file_access.ts',
  'src/bag/mcap_record_writer.ts',
  'src/cli/explore_options.ts',
  'src/client/declarations/named_types.ts',
  'src/client/declarations/type_names.ts',
  'src/client/declarations/typed_classes.ts',
  'src/client/functions.ts',
  'src/client/host_commands.ts',
  'src/client/message/interfaces_in_use.ts',
  'src/client/names.ts',
  'src/client/rclnodejs.ts',
  'src/dds/builtin_endpoints.ts',
  'src/dds/limits.ts',
  'src/dds/live_protocol.ts',
  'src/dds/ros_names.ts',
  'src/dds/wire_time.ts',
  'src/debug/debug_errors.ts',
  'src/math/arc.ts',
  'src/math/float_bits.ts',
  'src/math/hyperbolic.ts',
  'src/math/sin_cos.ts',
  'src/netsim/channel/vector.ts',
  'src/netsim/protocol/bit_errors.ts',
  'src/netsim/protocol/ipv4.ts',
  'src/netsim/protocol/messages.ts',
  'src/netsim/traffic/packet_sizes.ts',
  'src/orchestrator/thread_protocol.ts',
  'src/rosbridge/limits.ts',
  'src/rosbridge/thread_messages.ts',
  'src/studio/model/engine_protocol.ts',
  'src/studio/page/engine/scene/scene_messages.ts',
  'src/studio/page/view/series_math.ts',
  'src/tf2/roll_pitch_yaw.ts',
];

const plain = (name: string) => name.replaceAll('_', '').toLowerCase();

/** The words of a name in any notation. */
function wordsOf(name: string): string[] {
  const apart = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2');
  return apart
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=ss|x|ch|sh)es$|s$/, '');

/**
 * Whether a file defines what it is named after: `message_ring.ts` defines `MessageRing`, `exit_code.ts`
 * `exitCodeOf`, and `action_errors.ts` at least two `…Error`.
 *
 * @param names - all that the file exports
 */
export function isNamedAfter(path: string, names: readonly string[]): boolean {
  if (names.length === 0 || SUBJECTS.includes(path)) return true;
  const stem = /([^/]+)\.[cm]?tsx?$/.exec(path)?.[1] ?? '';
  if (stem === 'index' || stem === 'main' || stem === 'public') return true;
  const [before, after] = AFFIXES[roomOf(path) ?? ''] ?? ['', ''];
  const wanted = [stem, `${stem}of`, singular(stem), `${before}${stem}${after}`].map(plain);
  if (names.some((name) => wanted.includes(plain(name)))) return true;
  const kind = singular(wordsOf(stem).at(-1) ?? '');
  const kin = names
    .map(wordsOf)
    .filter((words) => [words[0], words.at(-1)].some((word) => singular(word ?? '') === kind));
  return kin.length > 1;
}

/** Functions and methods with their lengths in lines, except `describe`, which contains tests. */
export function functionsIn(
  file: ts.SourceFile,
): readonly (Finding & { readonly lines: number })[] {
  const found: (Finding & { lines: number })[] = [];
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const text = nameOf(node, file);
      const line = lineAt(node.getStart(file));
      const lines = lineAt(node.end) - line + 1;
      if (!text.startsWith('describe')) found.push({ text, line, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The name of a function, or for an argument of a test runner, its title. */
function nameOf(node: ts.SignatureDeclaration, file: ts.SourceFile): string {
  if (node.name !== undefined) return node.name.getText(file);
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return parent.name.getText(file);
  if (!ts.isCallExpression(parent)) return 'a function';
  const called = parent.expression.getText(file);
  const [title] = parent.arguments;
  const text = title !== undefined && ts.isStringLiteralLike(title) ? ` ${title.text}` : '';
  return `${/^\w+/.exec(called)?.[0] ?? called}${text}`;
}
