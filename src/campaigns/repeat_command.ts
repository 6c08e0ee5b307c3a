import type { CampaignPlan } from './campaign_plan.js';

/** The command that makes the run of a row again. */
export function repeatCommand(plan: CampaignPlan, row: number): string {
  const { words } = plan.run(row);
  const command = /\.launch\.|\.(ya?ml|xml)$/.test(words[0] ?? '') ? 'launch' : 'run';
  return ['orrery', command, ...words.map(quoted)].join(' ');
}

function quoted(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
