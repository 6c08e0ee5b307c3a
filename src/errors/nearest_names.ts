/** Edit distance (insert, delete, replace, swap of neighbours) between two short names. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforeLast[j - 2]! + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** The longest name that is compared: longer ones are not misspelt known names. */
const LONGEST = 120;

/**
 * The known names that `name` most probably stands for, best first: those within a third of its
 * length (at least two edits); ties are ordered by name.
 */
export function nearestNames(name: string, known: Iterable<string>, limit = 3): string[] {
  if (name.length > LONGEST) return [];
  const plain = name.toLowerCase();
  const reach = Math.max(2, Math.floor(name.length / 3));
  const scored: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(known)) {
    if (candidate.length > LONGEST || Math.abs(candidate.length - name.length) > reach) continue;
    const distance = editDistance(plain, candidate.toLowerCase());
    if (distance <= reach && distance < candidate.length) scored.push({ candidate, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1));
  return scored.slice(0, limit).map((entry) => entry.candidate);
}

/** `; did you mean "x"?`, or an empty string when nothing known is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearestNames(name, known);
  if (near.length === 0) return '';
  return `; did you mean ${near.map((each) => `"${each}"`).join(' or ')}?`;
}
