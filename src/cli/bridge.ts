import { Command, Option } from 'commander';
import { OrreryError } from '../errors/index.js';
import type { LiveSettings } from '../live/index.js';
import type { BridgeRule } from '../tools/index.js';
import { networkOf } from './network_options.js';
import { print } from './print.js';
import { fullName, interrupted } from './with_network.js';

interface BridgeWords {
  readonly from: string;
  readonly to: string;
  readonly fromPeer: readonly string[];
  readonly toPeer: readonly string[];
  readonly topic: readonly string[];
  readonly service: readonly string[];
  readonly action: readonly string[];
  readonly direction: 'both' | 'from-to' | 'to-from';
}

const collect = (value: string, list: readonly string[]) => [...list, value];

export function bridgeCommand(): Command {
  const command = new Command('bridge')
    .requiredOption(
      '--from <domain[@interface]>',
      'the first network, e.g. 5: a simulation on this machine',
    )
    .requiredOption('--to <domain[@interface]>', 'the second network, e.g. 0@eth0: a robot');
  for (const [flags, text] of [
    ['--topic <name>', "topic to pass on; '/ns/*', or /here:=/there (repeatable)"],
    ['--service <name>', 'service to pass on, in the same forms (repeatable)'],
    ['--action <name>', 'action to pass on (repeatable)'],
    [
      '--from-peer <address>',
      'address at which to look for others in the first network (repeatable)',
    ],
    [
      '--to-peer <address>',
      'address at which to look for others in the second network (repeatable)',
    ],
  ] as const) {
    command.addOption(new Option(flags, text).default([]).argParser(collect));
  }
  return command
    .addOption(
      new Option('--direction <way>', 'which way messages of topics pass')
        .choices(['both', 'from-to', 'to-from'])
        .default('both'),
    )
    .action(async (words: BridgeWords) => {
      const { Bridge } = await import('../tools/index.js');
      const bridge = await Bridge.open({
        from: networkOfWord(words.from, words.fromPeer),
        to: networkOfWord(words.to, words.toPeer),
        ...rulesOf(words),
        direction: words.direction,
        onChange: (text) => print(`${text}\n`),
      });
      print('joined; Ctrl-C ends it\n');
      await interrupted();
      for (const [what, passed] of bridge.passed) print(`passed ${passed}: ${what}\n`);
      await bridge.close();
    });
}

/** `5`, or `0@eth0`. @throws OrreryError `ORR_LIVE_OPTION` */
function networkOfWord(word: string, peer: readonly string[]): LiveSettings {
  const [domain = '', ...interfaces] = word.split('@');
  return networkOf({ domain, interface: interfaces, peer });
}

/** @throws OrreryError `ORR_LIVE_OPTION` */
function rulesOf({ topic, service, action }: BridgeWords): {
  readonly topics: readonly BridgeRule[];
  readonly services: readonly BridgeRule[];
} {
  if (topic.length + service.length + action.length === 0) {
    throw new OrreryError(
      'ORR_LIVE_OPTION',
      'Nothing would pass the bridge; name topics, services or actions with --topic, --service and --action.',
    );
  }
  const parts = (names: readonly string[]) =>
    action.flatMap((each) => {
      const { name, as } = ruleOf(each);
      return names.map((part): BridgeRule => {
        const there = as === undefined ? {} : { as: `${as}/_action/${part}` };
        return { name: `${name}/_action/${part}`, ...there };
      });
    });
  return {
    topics: [...topic.map(ruleOf), ...parts(['feedback', 'status'])],
    services: [...service.map(ruleOf), ...parts(['send_goal', 'cancel_goal', 'get_result'])],
  };
}

function ruleOf(word: string): BridgeRule {
  const [name = '', as] = word.split(':=');
  return as === undefined ? { name: fullName(name) } : { name: fullName(name), as: fullName(as) };
}
