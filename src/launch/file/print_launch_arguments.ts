import type { DeclaredArgument } from './actions.js';

/** The declared arguments as text (`--show-args`). */
export function printLaunchArguments(declared: readonly DeclaredArgument[]): string {
  if (declared.length === 0) return 'This launch file declares no arguments.\n';
  const lines = ['Arguments (given as NAME:=VALUE):', ''];
  for (const { name, description, defaultText, choices } of declared) {
    lines.push(`  ${name}`);
    if (description !== '') lines.push(`      ${description}`);
    if (choices.length > 0) lines.push(`      one of: ${choices.join(', ')}`);
    lines.push(defaultText === null ? '      (required)' : `      default: ${defaultText}`, '');
  }
  return lines.join('\n');
}
