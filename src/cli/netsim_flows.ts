import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { type FlowModel, readSystemModels } from '../models/index.js';
import { type FlowRecord, flowFigures, flowSamples, runFlowsAnywhere } from '../netsim/index.js';
import { print } from './print.js';

interface FlowWords {
  readonly until: string;
  readonly every: string;
  readonly seed: string;
  readonly csv?: string;
  readonly plot?: string;
}

/** `orrery netsim flows`: what the flows of a network deliver, without any node. */
export function netsimFlowsCommand(): Command {
  return new Command('flows')
    .description('Print how fast and how late the TCP and UDP flows of a model file arrive.')
    .argument('<models>', 'model file with a section network that has flows')
    .requiredOption('--until <duration>', 'virtual time to simulate')
    .option('--every <duration>', 'print one line for each such interval', '10s')
    .option('--seed <text>', 'seed of everything random', '0')
    .option('--csv <file>', 'write rate and delay in steps of 0.2 s')
    .option(
      '--plot <file>',
      'draw the first flow as SVG: over time, distributions, against each other',
    )
    .action(async (file: string, words: FlowWords) => {
      const { network } = readSystemModels(file);
      const flows = network?.flows ?? [];
      if (network === undefined || flows.length === 0) {
        const sentence = `The model file ${file} has no network with flows; add them.`;
        throw new OrreryError('ORR_NETWORK', sentence, { place: { file } });
      }
      const until = parseDuration(words.until);
      const records = await runFlowsAnywhere(network, until, words.seed);
      const names = flows.map(nameOf);
      print(tableOf(names, records, until, parseDuration(words.every)));
      if (words.csv !== undefined) writeFileSync(words.csv, csvOf(names, records, until));
      if (words.plot !== undefined) {
        writeFileSync(words.plot, flowFigures(records[0]!, until, names[0]!));
      }
    });
}

function nameOf({ from, to, tcp }: FlowModel): string {
  return `${tcp === undefined ? 'udp' : 'tcp'} ${from} → ${to}`;
}

function tableOf(
  names: readonly string[],
  records: readonly FlowRecord[],
  until: number,
  every: number,
): string {
  let text = '';
  for (const [index, record] of records.entries()) {
    text += `${names[index]}: ${record.sent} packets sent, ${record.lost} lost\n`;
    for (let from = 0; from < until; from += every) {
      const to = Math.min(until, from + every);
      const delay = record.delay(from, to);
      const cells = [
        `${from / 1e9}–${to / 1e9} s`.padStart(12),
        `${(record.rate(from, to) / 1e6).toFixed(2)} Mbit/s`.padStart(14),
        `${delay === undefined ? '–' : (delay / 1e6).toFixed(1)} ms`.padStart(10),
      ];
      text += `${cells.join('')}\n`;
    }
  }
  return text;
}

function csvOf(names: readonly string[], records: readonly FlowRecord[], until: number): string {
  const lines = records.flatMap((record, index) =>
    flowSamples(record, until).map(
      ({ time, rate, delay }) =>
        `${names[index]},${time.toFixed(1)},${rate.toFixed(4)},${delay?.toFixed(4) ?? ''}`,
    ),
  );
  return `flow,time_s,rate_mbit_s,delay_ms\n${lines.join('\n')}\n`;
}
