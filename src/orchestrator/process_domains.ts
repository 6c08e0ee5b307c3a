import { OrreryError } from '../errors/index.js';

/** Domains whose ports Linux does not assign to other programs; domain 0 is left to everybody. */
const USUAL = '1-101,215-231';
/** The last domain of DDS: the ports of later ones would exceed 65535. */
const LAST_DOMAIN = 232;

/**
 * The DDS domains that processes of a run may get.
 *
 * @param words - `ORRERY_DOMAINS`: numbers and ranges, as in `1-19,215-231`
 * @throws OrreryError `ORR_ORCHESTRATOR_DOMAIN`
 */
export function processDomains(words: string = USUAL): number[] {
  const domains = words.split(',').flatMap((word) => {
    const [, from, to = from] = /^\s*(\d{1,3})(?:-(\d{1,3}))?\s*$/.exec(word) ?? [];
    const count = Number(to) - Number(from) + 1;
    return count > 0 && Number(to) <= LAST_DOMAIN
      ? Array.from({ length: count }, (_, index) => Number(from) + index)
      : [Number.NaN];
  });
  if (!domains.includes(Number.NaN)) return [...new Set(domains)];
  throw new OrreryError(
    'ORR_ORCHESTRATOR_DOMAIN',
    `The variable ORRERY_DOMAINS is "${words}"; write numbers and ranges of DDS domains up to ${LAST_DOMAIN}, e.g. 1-19,215-231.`,
  );
}
