import { Command } from 'commander';
import { openBag } from '../bag/index.js';

export function bagCommand(): Command {
  return new Command('bag')
    .description('Look at recordings.')
    .addCommand(
      new Command('info')
        .description('What a bag contains.')
        .argument('<path>', 'MCAP or sqlite3 file, or rosbag2 directory')
        .action(info),
    );
}

async function info(path: string): Promise<void> {
  const bag = await openBag(path);
  process.stdout.write(`${bag.metadata.messageCount} messages\n`);
  bag.close();
}
