import { Command } from 'commander';
import { messageYaml } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { type MessageType, parseInterfaceName, TypeRegistry } from '../interfaces/index.js';
import { print } from './print.js';
import { commandGroup } from './with_network.js';

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

function listCommand(): Command {
  return new Command('list')
    .description('List all interfaces that are known: built in, and those of AMENT_PREFIX_PATH.')
    .option('-m, --only-msgs', 'only messages')
    .option('-s, --only-srvs', 'only services')
    .option('-a, --only-actions', 'only actions')
    .action((words: { onlyMsgs?: boolean; onlySrvs?: boolean; onlyActions?: boolean }) => {
      const types = new TypeRegistry();
      const all = types.packages().flatMap((pkg) => types.interfaces(pkg));
      const wanted = { msg: words.onlyMsgs, srv: words.onlySrvs, action: words.onlyActions };
      const isAny = Object.values(wanted).some(Boolean);
      for (const [kind, title] of KINDS) {
        if (isAny && !wanted[kind]) continue;
        print(`${title}:\n`);
        for (const name of all) if (kindOf(name) === kind) print(`    ${name}\n`);
      }
    });
}

function packageCommand(): Command {
  return new Command('package')
    .description('List the interfaces of a package.')
    .argument('<package>')
    .action((name: string) => {
      const all = new TypeRegistry().interfaces(name);
      if (all.length === 0) {
        throw new OrreryError(
          'ORR_NO_INTERFACES',
          `No interface package ${name} is known; source its workspace, or look at orrery interface packages.`,
        );
      }
      for (const each of all) print(`${each}\n`);
    });
}

function packagesCommand(): Command {
  return new Command('packages')
    .description('List the packages that have interfaces.')
    .action(() => {
      for (const name of new TypeRegistry().packages()) print(`${name}\n`);
    });
}

function protoCommand(): Command {
  return new Command('proto')
    .description('Print a message with its default values, to be edited for pub and call.')
    .argument('<type>')
    .action((name: string) => {
      const types = new TypeRegistry();
      const { full, kind } = parseInterfaceName(name, 'msg');
      const type =
        kind === 'srv'
          ? types.service(full).request
          : kind === 'action'
            ? types.action(full).goal
            : types.message(full);
      print(`"${messageYaml(type.create())}\n"\n`);
    });
}

function showCommand(): Command {
  return new Command('show')
    .description('Show the definition of an interface, with those that it consists of.')
    .argument('<type>', 'e.g. std_msgs/msg/String')
    .option('--no-comments', 'without comments')
    .action((name: string, words: { comments: boolean }) => {
      print(definitionText(new TypeRegistry(), name, words.comments));
    });
}

/** A definition, and below each field of another type the definition of that, as ROS 2 shows it. */
function definitionText(types: TypeRegistry, name: string, comments: boolean): string {
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

function messageText(types: TypeRegistry, type: MessageType, comments: boolean, depth = 0): string {
  const nested = new Map(type.members.map(({ field, nested }) => [field.name, nested]));
  const tabs = '\t'.repeat(depth);
  return type.definition
    .split(/\r?\n/)
    .map((line) => (comments && depth === 0 ? line : line.replace(/\s*#.*$/, '')))
    .filter((line, i, all) =>
      comments && depth === 0 ? i < all.length - 1 || line !== '' : line.trim() !== '',
    )
    .map((line) => {
      const field = /^\s*[\w/]+(?:\[[^\]]*\])?\s+(\w+)\b(?!\s*=)/.exec(line)?.[1];
      const inner = field === undefined ? undefined : nested.get(field);
      const more = inner === undefined ? '' : messageText(types, inner, comments, depth + 1);
      return `${tabs}${line}\n${more}`;
    })
    .join('');
}
