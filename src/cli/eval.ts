import { Command, Option } from 'commander';
import { renderPng } from '../analysis/index.js';
import { counted, OrreryError } from '../errors/index.js';
import {
  type AlignmentMethod,
  ape,
  DELTA_UNITS,
  type EvaluationResult,
  evaluationReport,
  POSE_RELATIONS,
  plotSvg,
  type RpeOptions,
  rpe,
  undrawable,
} from '../eval/index.js';
import { writeOutputFile } from '../record/index.js';
import { writeStudioPage } from '../studio/index.js';
import { print } from './print.js';
import { topicTrajectory } from './topic_trajectory.js';
import { finiteNumber, positiveInteger } from './whole_number.js';

interface EvalOptions {
  readonly align?: boolean;
  readonly correctScale?: boolean;
  readonly alignOrigin?: boolean;
  readonly nToAlign?: number;
  readonly poseRelation: NonNullable<RpeOptions['relation']>;
  readonly tMaxDiff: number;
  readonly tOffset: number;
  readonly delta?: number;
  readonly deltaUnit?: string;
  readonly deltaTol?: number;
  readonly allPairs?: boolean;
  readonly pairsFromReference?: boolean;
  readonly plot?: string;
  readonly html?: string;
  readonly plotMode?: 'xy' | 'xz' | 'yz';
  readonly json?: boolean;
}

const RATIO = 'point_distance_error_ratio';
const SOURCE =
  'TUM or KITTI file, or a topic of a recording: run/recording.mcap:/odom, …:/tf:map.base_link';

/** `orrery eval`: arguments, options and numbers are those of evo's `evo_ape` and `evo_rpe`. */
export function evalCommand(): Command {
  return new Command('eval').addCommand(apeCommand()).addCommand(rpeCommand());
}

function apeCommand(): Command {
  const relations = POSE_RELATIONS.filter((relation) => relation !== RATIO);
  return measureCommand(
    'ape',
    'Measure the absolute pose error: how far each pose is off.',
    relations,
  ).action(async (reference: string, estimate: string, options: EvalOptions) => {
    const { poseRelation: relation, ...rest } = options;
    if (relation === RATIO) throw new Error('commander has already refused a ratio');
    const [q, p] = [await topicTrajectory(reference), await topicTrajectory(estimate)];
    await report(ape(q, p, { relation, ...associationAndAlignment(rest) }), options);
  });
}

function rpeCommand(): Command {
  const command = measureCommand('rpe', 'Measure the relative pose error: drift over a distance.', [
    ...POSE_RELATIONS,
  ]);
  twin(command, new Option('-d, --delta <n>', 'distance of the two poses').argParser(finiteNumber));
  twin(
    command,
    new Option('-u, --delta-unit <unit>', 'unit of the distance: f, m, d, r or the word')
      .choices([...DELTA_UNITS, ...DELTA_UNITS.map((unit) => unit[0]!)])
      .default('frames'),
  );
  twin(
    command,
    new Option('-t, --delta-tol <share>', 'tolerance of the distance, with --all-pairs').argParser(
      finiteNumber,
    ),
  );
  twin(command, new Option('--all-pairs', 'include overlapping pairs'));
  twin(command, new Option('--pairs-from-reference', 'choose the pairs on the reference'));
  return command.action(async (reference: string, estimate: string, options: EvalOptions) => {
    const [q, p] = [await topicTrajectory(reference), await topicTrajectory(estimate)];
    const { delta, deltaTol, allPairs, pairsFromReference } = options;
    const result = rpe(q, p, {
      relation: options.poseRelation,
      ...associationAndAlignment(options),
      deltaUnit: DELTA_UNITS.find((unit) => unit[0] === options.deltaUnit?.[0])!,
      ...(delta === undefined ? {} : { delta }),
      ...(deltaTol === undefined ? {} : { relativeTolerance: deltaTol }),
      ...(allPairs === undefined ? {} : { allPairs }),
      ...(pairsFromReference === undefined ? {} : { pairsFromReference }),
    });
    await report(result, options);
  });
}

function measureCommand(name: string, description: string, relations: string[]): Command {
  const command = new Command(name)
    .description(description)
    .argument('<reference>', SOURCE)
    .argument('<estimate>', 'the trajectory to measure, given in the same way')
    .option('-a, --align', 'move the estimate onto the reference first (SE3, Umeyama)');
  twin(
    command,
    new Option('-s, --correct-scale', 'fit the scale too; without --align, only the scale'),
  );
  twin(
    command,
    new Option('--align-origin', 'let the first poses coincide').conflicts([
      'align',
      'correctScale',
    ]),
  );
  twin(
    command,
    new Option('--n-to-align <n>', 'use only the first n poses for --align').argParser(
      positiveInteger,
    ),
  );
  twin(
    command,
    new Option('-r, --pose-relation <relation>', 'what to measure')
      .choices(relations)
      .default('trans_part'),
  );
  twin(
    command,
    new Option(
      '--t-max-diff <seconds>',
      'largest difference between two stamps that belong together',
    )
      .argParser(finiteNumber)
      .default(0.01),
  );
  twin(
    command,
    new Option('--t-offset <seconds>', 'time to add to the stamps of the estimate')
      .argParser(finiteNumber)
      .default(0),
  );
  command
    .option('--plot <file>', 'draw both trajectories and the error, as .svg or .png', pictureName)
    .option('--html <file>', 'write a page of the studio with both trajectories and the error');
  twin(
    command,
    new Option('--plot-mode <plane>', 'axes of the drawing')
      .choices(['xy', 'xz', 'yz'])
      .default('xy'),
  );
  return command.option('--json', 'print the result as JSON');
}

/** @throws OrreryError `ORR_EVAL_PICTURE` for a file name that promises another format */
function pictureName(file: string): string {
  if (/\.(svg|png)$/i.test(file)) return file;
  throw new OrreryError(
    'ORR_EVAL_PICTURE',
    `"${file}" does not end with .svg or .png, the pictures that are drawn; rename it.`,
  );
}

/** Adds an option, and as a hidden alias the same with evo's underscores (`--n_to_align`). */
function twin(command: Command, option: Option): void {
  command.addOption(option);
  const name = option.name();
  const hidden = name.replaceAll('-', '_');
  if (hidden === name) return;
  const value = option.required ? ' <value>' : '';
  const alias = new Option(`--${hidden}${value}`).hideHelp();
  if (option.parseArg !== undefined) alias.argParser(option.parseArg);
  if (option.argChoices !== undefined) alias.choices(option.argChoices);
  command.addOption(alias);
  command.on(`option:${hidden}`, () => {
    const given: unknown = command.getOptionValue(alias.attributeName());
    command.setOptionValueWithSource(option.attributeName(), given, 'cli');
  });
}

function associationAndAlignment(options: Omit<EvalOptions, 'poseRelation'>) {
  return {
    alignment: alignmentOf(options),
    ...(options.nToAlign === undefined ? {} : { alignCount: options.nToAlign }),
    maxTimeDifference: options.tMaxDiff,
    timeOffset: options.tOffset,
  };
}

function alignmentOf({
  align,
  correctScale,
  alignOrigin,
}: Omit<EvalOptions, 'poseRelation'>): AlignmentMethod {
  if (align) return correctScale ? 'sim3' : 'se3';
  if (correctScale) return 'scale';
  return alignOrigin ? 'origin' : 'none';
}

const SHOWN = ['rmse', 'mean', 'median', 'std', 'min', 'max', 'sse'] as const;

async function report(
  result: EvaluationResult,
  { plot, html, plotMode, json }: EvalOptions,
): Promise<void> {
  const plane = plotMode ?? 'xy';
  if (html !== undefined)
    writeStudioPage([], html, {
      report: evaluationReport(result, { plane }),
    });
  if (plot !== undefined) {
    const svg = plotSvg(result, { plane });
    writeOutputFile(plot, /\.png$/i.test(plot) ? await renderPng(svg) : svg);
  }
  const { title, unit, statistics, errors, alignmentMethod, alignment } = result;
  if (json) {
    const { rotation, translation, scale } = alignment;
    const text = {
      title,
      unit,
      count: errors.length,
      statistics,
      alignment: { method: alignmentMethod, rotation, translation, scale },
    };
    print(`${JSON.stringify(text, null, 2)}\n`);
    return;
  }
  const squared = unit === '' ? '' : `${unit}²`;
  const rows = SHOWN.map(
    (key) =>
      `${key.padStart(10)}  ${statistics[key].toFixed(6).padStart(14)} ${key === 'sse' ? squared : unit}`,
  );
  const { reference, estimate } = result;
  print(
    `${title}\n${reference.name} against ${estimate.name}: ` +
      `${counted(reference.length, 'pose')} compared, ${counted(errors.length, 'error')}\n\n` +
      `${rows.map((row) => row.trimEnd()).join('\n')}\n`,
  );
  if (plot === undefined) return;
  const missing = undrawable(result);
  const left =
    missing === 0
      ? ''
      : ` without ${counted(missing, 'pose')} ${missing === 1 ? 'that is' : 'that are'} infinite or too far away`;
  print(`\ndrawn in ${plot}${left}\n`);
}
