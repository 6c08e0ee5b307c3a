import type { RecordedQosProfile } from './recorded_qos_profile.js';

/** Publishers of a topic that are listed one by one; a later one is listed only if it offers a new profile. */
const NAMED = 100;
/** The most profiles of one topic: a reader accepts three times as many, see `parseQosProfiles`. */
const MOST = 1000;

/** Adds what one more publisher of a topic offers, in bounded space however many come and go. */
export function noteOffer(offers: RecordedQosProfile[], profile: RecordedQosProfile): void {
  const isNamed = offers.length < NAMED;
  const isNew = () => !offers.some((other) => sameProfile(profile, other));
  if (isNamed || (offers.length < MOST && isNew())) offers.push(profile);
}

export function sameProfile(a: RecordedQosProfile, b: RecordedQosProfile): boolean {
  const keys = Object.keys(a) as (keyof RecordedQosProfile)[];
  return keys.every((key) => a[key] === b[key]);
}
