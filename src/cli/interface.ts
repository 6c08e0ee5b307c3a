import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import { type MessageType, parseInterfaceName, TypeRegistry } from '../interfaces/index.js';
import { pythonTree, pythonYaml } from '../tools/index.js';
import { print } from './print.js';
import { commandGroup, valuesOf } from './with_network.js';

const KINDS = [
  ['msg', 'Messages'],
  ['srv', 'Services'],
  ['action', 'Actions'],
] as const;

export function interfaceCommand(): Command {
  return commandGroup('interface', [
    showCommand(),
    listCommand(),
    packageCommand(),
    packagesCommand(),
    protoCommand(),
  ]);
}

const kindOf = (name: string) => name.split('/')[1];

interface KindWords {
  readonly onlyMsgs?: boolean;
  readonly onlySrvs?: boolean;
  readonly onlyActions?: boolean;
}

/** A command that can be told to show one kind of interface only. */
function kindCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('-m, --only-msgs', 'only messages')
    .option('-s, --only-srvs', 'only services')
    .option('-a, --only-actions', 'only actions');
}

/** Whether an interface is of a kind that was asked for. */
function isWanted(name: string, words: KindWords): boolean {
  const wanted = { msg: words.onlyMsgs, srv: words.onlySrvs, action: words.onlyActions };
  const isAny = Object.values(wanted).some(Boolean);
  return !isAny || wanted[kindOf(name) as keyof typeof wanted] === true;
}

function listCommand(): Command {
  return kindCommand(
    'list',
    'List all interfaces that are known: built in, and those of AMENT_PREFIX_PATH.',
  ).action((words: KindWords) => {
    const types = new TypeRegistry();
    const all = types.packages().flatMap((pkg) => types.interfaces(pkg));
    for (const [kind, title] of KINDS) {
      if (!isWanted(`/${kind}`, words)) continue;
      print(`${title}:\n`);
      for (const name of all) if (kindOf(name) === kind) print(`    ${name}\n`);
    }
  });
}

function packageCommand(): Command {
  return kindCommand('package', 'List the interfaces of a package.')
    .argument('<package>')
    .action((name: string, words: KindWords) => {
      const all = new TypeRegistry().interfaces(name);
      if (all.length === 0) {
        throw new OrreryError(
          'ORR_NO_INTERFACES',
          `No interface package ${name} is known; source its workspace, or look at orrery interface packages.`,
        );
      }
      for (const each of all) if (isWanted(each, words)) print(`${each}\n`);
    });
}

function packagesCommand(): Command {
  return kindCommand('packages', 'List the packages that have interfaces.').action(
    (words: KindWords) => {
      const types = new TypeRegistry();
      for (const name of types.packages()) {
        if (types.interfaces(name).some((each) => isWanted(each, words))) print(`${name}\n`);
      }
    },
  );
}

function protoCommand(): Command {
  return new Command('proto')
    .description('Print a message with its default values, to be edited for pub and call.')
    .argument('<type>')
    .option('--no-quotes', 'print it without quotes')
    .action((name: string, words: { quotes: boolean }) => {
      const types = new TypeRegistry();
      const { full, kind } = parseInterfaceName(name, 'msg');
      const type =
        kind === 'srv'
          ? types.service(full).request
          : kind === 'action'
            ? types.action(full).goal
            : types.message(full);
      const text = pythonYaml(pythonTree(type, type.create()));
      print(words.quotes ? `"${text}"\n` : `${text}\n`);
    });
}

function showCommand(): Command {
  return new Command('show')
    .description('Show the definition of an interface, with the definitions nested in it.')
    .argument('<type>', 'e.g. std_msgs/msg/String; - reads it from standard input')
    .option('--all-comments', 'show the comments of nested definitions, too')
    .option('--no-comments', 'show no comments')
    .action((given: string, words: { comments: boolean; allComments?: boolean }) => {
      const name = valuesOf(given, { stdin: given === '-' }).trim();
      const comments = words.allComments ? 'all' : words.comments ? 'own' : 'none';
      print(definitionText(new TypeRegistry(), name, comments));
    });
}

/** Whose comments are shown: also those of nested definitions, only those of the interface, or none. */
type Comments = 'all' | 'own' | 'none';

/** A definition with that of each nested type below its field, as ROS 2 shows it. */
function definitionText(types: TypeRegistry, name: string, comments: Comments): string {
  const { full, kind } = parseInterfaceName(name, 'msg');
  if (kind === 'srv') {
    const { request, response } = types.service(full);
    return [request, response].map((part) => messageText(types, part, comments)).join('---\n');
  }
  if (kind === 'action') {
    const { goal, result, feedback } = types.action(full);
    return [goal, result, feedback].map((part) => messageText(types, part, comments)).join('---\n');
  }
  return messageText(types, types.message(full), comments);
}

function messageText(
  types: TypeRegistry,
  type: MessageType,
  comments: Comments,
  depth = 0,
): string {
  const nested = new Map(type.members.map(({ field, nested }) => [field.name, nested]));
  const tabs = '\t'.repeat(depth);
  const isFull = comments === 'all' || (comments === 'own' && depth === 0);
  return type.definition
    .split(/\r?\n/)
    .map((line) => (isFull ? line : line.replace(/\s*#.*$/, '')))
    .filter((line, i, all) => (isFull ? i < all.length - 1 || line !== '' : line.trim() !== ''))
    .map((line) => {
      const field = /^\s*[\w/]+(?:\[[^\]]*\])?\s+(\w+)\b(?!\s*=)/.exec(line)?.[1];
      const inner = field === undefined ? undefined : nested.get(field);
      const more = inner === undefined ? '' : messageText(types, inner, comments, depth + 1);
      return `${tabs}${line}\n${more}`;
    })
    .join('');
}
