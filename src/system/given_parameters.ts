import type { LaunchStep } from './launch_step.js';
import type { RunConfig } from './run_config.js';

/** The parameter rules given after `-p` to a run and its programs: `/pattern:name:=value`, each once. */
export function givenParameters({ system }: RunConfig): string[] {
  const { rosArgs, programs, launch = [] } = system;
  const lists = [rosArgs, ...programs.map(({ rosArgs: own = [] }) => own), ...ofSteps(launch)];
  return [...new Set(lists.flatMap(wordsAfterP))];
}

function ofSteps(steps: readonly LaunchStep[]): (readonly string[])[] {
  return steps.flatMap((step) => {
    if (step.kind === 'start') return step.programs.map(({ rosArgs = [] }) => rosArgs);
    return 'steps' in step ? ofSteps(step.steps) : [];
  });
}

function wordsAfterP(words: readonly string[]): string[] {
  return words.filter((_, i) => words[i - 1] === '-p' || words[i - 1] === '--param');
}
