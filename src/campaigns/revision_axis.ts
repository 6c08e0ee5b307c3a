import { OrreryError } from '../errors/index.js';
import type { Axis, Level } from './axis.js';
import type { Campaign } from './campaign.js';
import { GitRepository } from './git_repository.js';

/** The name of the axis that revisions make. */
export const REVISION_AXIS = 'revision';
/** The revision that stands for the files as they are, committed or not. */
const PRESENT = '.';

/** The most revisions of one campaign: each needs a working tree while its runs are made. */
const MOST_REVISIONS = 1000;
/** Digits of a commit that has no other name. */
const DIGITS = 10;

/**
 * The campaign at each of these revisions of the repository that a folder is in; a range such as `v1..v2` means
 * every commit after the first, up to the last. The names are resolved now: when a branch has moved, it is
 * another campaign.
 *
 * @throws OrreryError `ORR_CAMPAIGN_GIT`
 */
export function atRevisions(
  campaign: Campaign,
  revisions: readonly string[],
  folder: string,
): Campaign {
  const repository = new GitRepository(folder);
  const levels = revisions.flatMap((name) => levelsOf(name, repository));
  const axis: Axis = { name: REVISION_AXIS, levels, words: [] };
  const others = campaign.axes.filter(({ name }) => name !== REVISION_AXIS);
  if (levels.length > 0 && levels.length <= MOST_REVISIONS) {
    return { ...campaign, axes: [...others, axis] };
  }
  throw new OrreryError(
    'ORR_CAMPAIGN_GIT',
    `"${revisions.join(', ')}" means ${levels.length} revisions of ${repository.root}; give from 1 to ${MOST_REVISIONS}.`,
  );
}

function levelsOf(name: string, repository: GitRepository): Level[] {
  if (name === PRESENT) return [{ value: name, words: [] }];
  const at = name.indexOf('..');
  if (at < 0) return [{ value: name, words: [], revision: repository.commit(name) }];
  const commits = repository.between(name.slice(0, at) || 'HEAD', name.slice(at + 2) || 'HEAD');
  return commits.map((commit) => ({
    value: commit.slice(0, DIGITS),
    words: [],
    revision: commit,
  }));
}
