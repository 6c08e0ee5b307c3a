import { printable } from '../errors/index.js';
import type { RunConfig } from '../system/index.js';
import type { RunOutcome } from './run_outcome.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** XML allows no control characters except tab and line ends. */
function attribute(text: string): string {
  let result = '';
  for (const character of printable(text)) {
    const isControl = character < ' ' && character !== '\t' && character !== '\n';
    result += isControl ? '�' : (ENTITIES[character] ?? character);
  }
  return result;
}

function properties(config: RunConfig, outcome: RunOutcome): string {
  const values: Record<string, string | number | undefined> = {
    digest: outcome.digest.total,
    seed: config.seed,
    end: outcome.end,
    end_detail: outcome.endDetail,
    exit_code: outcome.exitCode,
    virtual_seconds: Number(outcome.stop - outcome.start) / 1e9,
    callbacks: outcome.callbacks,
    messages: outcome.messages,
    directory: config.output.directory,
    command: config.command?.join(' '),
    ...outcome.results,
  };
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `<property name="${attribute(name)}" value="${attribute(String(value))}"/>`,
    )
    .join('\n      ');
}

/** How a run went as JUnit XML: one suite with one test case. */
export function junitReport(config: RunConfig, outcome: RunOutcome): string {
  const isError = outcome.errors.length > 0;
  const failed = !isError && outcome.exitCode !== 0;
  const seconds = outcome.wallSeconds.toFixed(3);
  const message = isError
    ? outcome.errors.map(({ code, message }) => `${code}: ${message}`).join('\n')
    : `the run ended (${outcome.end}) with exit code ${outcome.exitCode}`;
  const tag = isError ? 'error' : 'failure';
  const detail = isError ? outcome.errors.map(({ stack }) => stack ?? '').join('\n') : '';
  const verdict =
    isError || failed
      ? `\n      <${tag} message="${attribute(message)}">${attribute(detail)}</${tag}>`
      : '';
  const warnings =
    outcome.warnings.length === 0
      ? ''
      : `\n      <system-err>${attribute(outcome.warnings.join('\n'))}</system-err>`;
  const counts = `tests="1" failures="${failed ? 1 : 0}" errors="${isError ? 1 : 0}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts} time="${seconds}">
  <testsuite name="orrery" ${counts} time="${seconds}">
    <properties>
      ${properties(config, outcome)}
    </properties>
    <testcase classname="orrery" name="${attribute(config.name)}" time="${seconds}">${verdict}${warnings}
    </testcase>
  </testsuite>
</testsuites>
`;
}
