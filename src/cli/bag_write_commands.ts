import { Command } from 'commander';
import {
  type BagReader,
  convertBag,
  filterBag,
  mergeBags,
  openBag,
  type RewriteOptions,
  type RewriteResult,
  sliceBag,
} from '../bag/index.js';
import { counted } from '../errors/index.js';
import {
  addOutputOptions,
  addSelectionOptions,
  jsonText,
  type OutputWords,
  outputOf,
  type SelectionWords,
  selectionOf,
} from './bag_options.js';
import { BagProgressLine } from './bag_progress_line.js';
import { warn, withBag } from './bag_read_commands.js';
import { print } from './print.js';

interface WriteWords extends OutputWords {
  readonly output: string;
  readonly json?: boolean;
}

/** The commands of `orrery bag` that write a bag from bags: convert, filter, slice, merge. */
export function bagWriteCommands(): Command[] {
  return [convertCommand(), filterCommand(), sliceCommand(), mergeCommand()];
}

/** Options that every command with an output bag has. */
export function addWriteOptions(command: Command): Command {
  return addOutputOptions(command)
    .requiredOption(
      '-o, --output <path>',
      'NAME.mcap: one file; any other name: a rosbag2 directory',
    )
    .option('--json', 'print JSON');
}

/** Does the work under a progress line and prints what was written. */
export async function write(
  what: string,
  words: WriteWords,
  work: (options: RewriteOptions) => Promise<RewriteResult>,
): Promise<void> {
  const line = new BagProgressLine(what);
  try {
    const result = await work({ ...outputOf(words.output, words), progress: line.callback });
    line.stop();
    const { path, messageCount, topics } = result;
    print(
      words.json === true
        ? jsonText(result)
        : `${counted(messageCount, 'message')} on ${counted(topics.length, 'topic')} in ${path}\n`,
    );
  } finally {
    line.stop();
  }
}

function convertCommand(): Command {
  const command = new Command('convert')
    .description('Rewrite a bag as MCAP, e.g. from sqlite3, or with other splits or compression.')
    .argument('<bag>')
    .option('--recover', 'leave out what is damaged, and save the rest');
  return addWriteOptions(command).action(
    (path: string, words: WriteWords & { readonly recover?: boolean }) =>
      withBag(
        path,
        (bag) => {
          warn(bag);
          return write('convert', words, (options) => convertBag(bag, words.output, options));
        },
        words.recover,
      ),
  );
}

function filterCommand(): Command {
  const command = new Command('filter')
    .description('Keep some topics and times.')
    .argument('<bag>');
  return addSelectionOptions(addWriteOptions(command)).action(
    (path: string, words: WriteWords & SelectionWords) =>
      withBag(path, (bag) => {
        warn(bag);
        const selection = selectionOf(words, bag.metadata);
        return write('filter', words, (options) =>
          filterBag(bag, words.output, selection, options),
        );
      }),
  );
}

interface SliceWords extends WriteWords, SelectionWords {
  readonly keepLatched?: boolean;
}

function sliceCommand(): Command {
  const command = new Command('slice')
    .description('Keep a window of time.')
    .argument('<bag>')
    .option('--keep-latched', 'include earlier transient-local messages, e.g. /tf_static');
  return addSelectionOptions(addWriteOptions(command)).action((path: string, words: SliceWords) =>
    withBag(path, (bag) => {
      warn(bag);
      const selection = selectionOf(words, bag.metadata);
      return write('slice', words, (options) =>
        sliceBag(bag, words.output, {
          ...options,
          ...selection,
          keepLatched: words.keepLatched,
        }),
      );
    }),
  );
}

function mergeCommand(): Command {
  const command = new Command('merge')
    .description('Merge bags by log time; equal stamps keep the order of the arguments.')
    .argument('<bags...>');
  return addWriteOptions(command).action(async (paths: string[], words: WriteWords) => {
    const bags: BagReader[] = [];
    try {
      for (const path of paths) bags.push(await openBag(path));
      bags.forEach(warn);
      await write('merge', words, (options) => mergeBags(bags, words.output, options));
    } finally {
      for (const bag of bags) bag.close();
    }
  });
}
