import { once } from 'node:events';
import { Command, Option } from 'commander';
import {
  type BagReader,
  bagInfo,
  catBag,
  diffBags,
  formatBagDiff,
  formatBagInfo,
  formatVerification,
  hashBag,
  type MessageOrder,
  openBag,
  selectTopics,
  verifyBag,
} from '../bag/index.js';
import { parseLongDuration } from '../kernel/index.js';
import {
  addSelectionOptions,
  jsonText,
  type SelectionWords,
  selectionOf,
  tolerance,
} from './bag_options.js';
import { BagProgressLine } from './bag_progress_line.js';
import { print, printNote } from './print.js';
import { positiveInteger } from './whole_number.js';

/** The commands of `orrery bag` that only look: info, cat, hash, diff, verify. */
export function bagReadCommands(): Command[] {
  return [infoCommand(), catCommand(), hashCommand(), diffCommand(), verifyCommand()];
}

/** Runs `action` on an open bag and closes it. */
export async function withBag<T>(
  path: string,
  action: (bag: BagReader) => T,
  recover = false,
): Promise<Awaited<T>> {
  const bag = await openBag(path, { recover });
  try {
    return await action(bag);
  } finally {
    bag.close();
  }
}

export function warn(bag: BagReader): void {
  for (const { code, message, file } of bag.warnings) {
    printNote(`warning ${code}: ${file}: ${message}\n`);
  }
}

function infoCommand(): Command {
  return new Command('info')
    .description('Show what a bag contains.')
    .argument('<bag>', 'MCAP or sqlite3 file, or rosbag2 directory')
    .option('--json', 'print JSON')
    .action((path: string, { json }: { json?: boolean }) =>
      withBag(path, (bag) => {
        const info = bagInfo(bag);
        print(json === true ? jsonText(info) : formatBagInfo(info));
      }),
    );
}

interface CatWords extends SelectionWords {
  readonly json?: boolean;
  readonly order?: MessageOrder;
  readonly limit?: string;
  readonly full?: boolean;
}

function catCommand(): Command {
  const command = new Command('cat')
    .description('Print the messages as YAML, like ros2 topic echo, or as JSON lines.')
    .argument('<bag>')
    .option('--json', 'one JSON object per line')
    .addOption(new Option('--order <stamp>', 'which stamp decides').choices(['received', 'sent']))
    .option('-n, --limit <count>', 'stop after this many messages');
  return addSelectionOptions(command).action((path: string, words: CatWords) =>
    withBag(path, async (bag) => {
      warn(bag);
      const options = {
        ...selectionOf(words, bag.metadata),
        format: words.json === true ? ('json' as const) : ('yaml' as const),
        order: words.order,
        limit: words.limit === undefined ? undefined : positiveInteger(words.limit),
      };
      for (const text of catBag(bag, options)) {
        if (!print(text)) await once(process.stdout, 'drain');
      }
    }),
  );
}

function hashCommand(): Command {
  const command = new Command('hash')
    .description(
      'Print the canonical content digest, which does not depend on how the bag is stored.',
    )
    .argument('<bag>')
    .option('--json', 'print JSON');
  return addSelectionOptions(command).action(
    (path: string, words: SelectionWords & { json?: boolean }) =>
      withBag(path, (bag) => {
        warn(bag);
        const selection = selectionOf(words, bag.metadata);
        const topics = selectTopics(bag, selection).map(({ name }) => name);
        const digest = hashBag(bag, { topics, start: selection.start, end: selection.end });
        if (words.json === true) print(jsonText(digest));
        else {
          const lines = [...digest.topics].map(([name, hash]) => `${hash}  ${name}`);
          print(`${[...lines, `${digest.total}  total`].join('\n')}\n`);
        }
      }),
  );
}

interface DiffWords extends SelectionWords {
  readonly absolute?: string;
  readonly relative?: string;
  readonly time?: string;
  readonly ignoreTime?: boolean;
  readonly listed?: string;
  readonly json?: boolean;
}

function diffCommand(): Command {
  const command = new Command('diff')
    .description('List what differs in each topic; exit with 1 if anything differs.')
    .argument('<first>')
    .argument('<second>')
    .option('--absolute <number>', 'numbers that differ by no more than this are equal')
    .option('--relative <number>', 'the same, in proportion to the larger number')
    .option('--time <duration>', 'stamps that differ by no more than this are equal, e.g. 1ms')
    .option('--ignore-time', 'compare only order and content')
    .option('--listed <count>', 'differences to list per topic (default 5)')
    .option('--json', 'print JSON');
  return addSelectionOptions(command).action((first: string, second: string, words: DiffWords) =>
    withBag(first, (a) =>
      withBag(second, (b) => {
        warn(a);
        warn(b);
        const diff = diffBags(a, b, {
          ...selectionOf(words, a.metadata),
          absolute: words.absolute === undefined ? undefined : tolerance(words.absolute),
          relative: words.relative === undefined ? undefined : tolerance(words.relative),
          timeTolerance: words.time === undefined ? undefined : parseLongDuration(words.time),
          ignoreTime: words.ignoreTime,
          listed: words.listed === undefined ? undefined : positiveInteger(words.listed),
        });
        print(words.json === true ? jsonText(diff) : formatBagDiff(diff));
        process.exitCode = diff.exitStatus;
      }),
    ),
  );
}

function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'Check structure, checksums, counts, order and every message; exit with 1 if the bag is damaged.',
    )
    .argument('<bag>')
    .option('--no-decode', 'do not decode the messages')
    .option('--json', 'print JSON')
    .action(async (path: string, { decode, json }: { decode: boolean; json?: boolean }) => {
      const line = new BagProgressLine('verify');
      const result = await verifyBag(path, { decode, progress: line.callback });
      line.stop();
      print(json === true ? jsonText(result) : formatVerification(result));
      process.exitCode = result.exitStatus;
    });
}
