import { availableParallelism } from 'node:os';
import { OrreryError } from '../errors/index.js';

/** The value of an option that is a whole number of any size. @throws OrreryError `ORR_NUMBER` */
export function wholeNumber(text: string): bigint {
  if (/^\d+$/.test(text)) return BigInt(text);
  throw new OrreryError('ORR_NUMBER', `"${text}" is not a whole number.`);
}

/** The value of an option that counts something. @throws OrreryError `ORR_NUMBER` */
export function positiveInteger(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new OrreryError('ORR_NUMBER', `"${text}" is not a whole number above 0.`);
}

/** The same of an option that the error names. @throws OrreryError `ORR_NUMBER` */
export function positiveIntegerOf(option: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new OrreryError('ORR_NUMBER', `${option} needs a whole number above 0, not "${text}".`);
}

/** The value of an option that is a finite number. @throws OrreryError `ORR_NUMBER` */
export function finiteNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new OrreryError('ORR_NUMBER', `"${text}" is not a number.`);
}

/** How many processes or threads `--jobs` allows at a time; by default one for each core. */
export function jobsOf(text: string | undefined): number {
  return text === undefined ? availableParallelism() : positiveInteger(text);
}
