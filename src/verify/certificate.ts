import os from 'node:os';
import { basename } from 'node:path';
import { OrreryError, readRegularFile } from '../errors/index.js';
import { isReproducible, type RunFile } from '../record/index.js';
import type { RunDigest } from '../trace/index.js';
import type { Verification } from './verify_system.js';

/** What a system did on one machine, to be compared on another machine. */
export interface Certificate {
  readonly format: 'orrery-certificate/2';
  readonly orrery: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Arguments of the run. */
  readonly arguments: readonly string[];
  /** Programs, models and parameter files, by content; bags by name only. */
  readonly inputs: readonly { readonly name: string; readonly sha256?: string }[];
  /** False if the run used something that the simulation does not control: see `leaks`. */
  readonly reproducible: boolean;
  /** What it used, and where. */
  readonly leaks: readonly string[];
  /** What may differ under another version of Node; absent in older certificates. */
  readonly versionDifferences?: readonly string[];
  readonly end: string;
  readonly callbacks: number;
  readonly digest: RunDigest;
  /** Repetitions per disturbance and Node version, all of which gave this digest. */
  readonly repetitions: Readonly<Record<string, number>>;
}

/** The certificate of a verification in which all runs were the same. */
export function certificateOf(
  { reference, runs }: Verification,
  args: readonly string[],
  orrery: string,
): Certificate {
  const repetitions: Record<string, number> = {};
  for (const { disturbance, node } of runs) {
    const key = `${disturbance}, Node ${node}`;
    repetitions[key] = (repetitions[key] ?? 0) + 1;
  }
  return {
    format: 'orrery-certificate/2',
    orrery,
    environment: {
      platform: process.platform,
      kernel: os.release(),
      cpu: os.cpus()[0]?.model ?? 'unknown',
      ...reference.versions,
    },
    arguments: args,
    inputs: reference.repeat.inputs.map(({ file, ...hash }) => ({ name: basename(file), ...hash })),
    reproducible: isReproducible(reference),
    leaks: reference.leaks.map(({ kind, what, file, line }) =>
      file === undefined ? `${kind}: ${what}` : `${kind}: ${what} at ${basename(file)}:${line}`,
    ),
    versionDifferences: versionLines(reference),
    end: reference.end,
    callbacks: reference.counts.callbacks,
    digest: reference.digest,
    repetitions,
  };
}

/** Sentences about what may differ under another version of Node. */
export function versionLines({
  versionDifferences = [],
}: Pick<RunFile, 'versionDifferences'>): string[] {
  return versionDifferences.map(({ what, file, line }) => `${what}: ${basename(file)}:${line}`);
}

/** @throws OrreryError `ORR_CERTIFICATE` */
export function readCertificate(path: string): Certificate {
  let cause: unknown;
  try {
    const certificate = JSON.parse(readRegularFile(path)) as Certificate;
    const { format, digest } = certificate;
    if (format === 'orrery-certificate/2' && typeof digest?.total === 'string') return certificate;
  } catch (error) {
    cause = error;
  }
  throw new OrreryError(
    'ORR_CERTIFICATE',
    `${path} is not a certificate; name a file that orrery verify --certificate wrote.`,
    { place: { file: path }, cause },
  );
}

/** How a certificate differs from the one of this machine, as sentences; empty if they agree. */
export function disagreements(expected: Certificate, found: Certificate): string[] {
  if (expected.digest.total === found.digest.total) return [];
  const changed = expected.inputs.filter(
    ({ name, sha256: hash }) =>
      !found.inputs.some((other) => other.name === name && other.sha256 === hash),
  );
  return [
    `The certificate has the digest ${expected.digest.total}, this machine ${found.digest.total}.`,
    ...(expected.arguments.join(' ') === found.arguments.join(' ')
      ? []
      : [`The certificate was made with the arguments ${expected.arguments.join(' ')}.`]),
    ...changed.map(({ name }) => `The file ${name} is not the one that was certified.`),
    ...differing('Node', expected.digest.nodes, found.digest.nodes),
    ...differing('Topic', expected.digest.topics, found.digest.topics),
  ];
}

function differing(
  what: string,
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.flatMap((name) => {
    if (a[name] === b[name]) return [];
    if (a[name] === undefined) return [`${what} ${name} is not in the certificate.`];
    if (b[name] === undefined) return [`${what} ${name} is missing here.`];
    return [`${what} ${name} differs.`];
  });
}
