import { OrreryError, readRegularFile } from '../errors/index.js';
import { matrix3, type Rigid, type Vector3 } from './matrix3.js';
import { quaternionOfRotation, rotationOfQuaternion, Trajectory } from './trajectory.js';

/**
 * `tum`: one line `stamp x y z qx qy qz qw` per pose, in seconds. `kitti`: the upper 3x4 part of the pose matrix per
 * line, row by row, without times. Numbers are separated by blanks or commas; `#` starts a comment line.
 */
export type TrajectoryFormat = 'tum' | 'kitti';

/**
 * Reads a trajectory file; the format is recognised by the number of columns.
 * @throws OrreryError ORR_EVAL_TRAJECTORY_FILE if the file cannot be read or a line is wrong
 */
export function readTrajectory(file: string): Trajectory {
  let text: string;
  try {
    text = readRegularFile(file);
  } catch (cause) {
    throw new OrreryError(
      'ORR_EVAL_TRAJECTORY_FILE',
      `The trajectory file ${file} cannot be read; check the path and its permissions.`,
      { place: { file }, cause },
    );
  }
  return parseTrajectory(text, file);
}

/** Like {@link readTrajectory}, for text that has been read; `name` appears in messages and plots. */
export function parseTrajectory(text: string, name: string): Trajectory {
  const poses: Rigid[] = [];
  const stamps: number[] = [];
  let columns = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const row = trimmed.split(/[\s,]+/).map(Number);
    const wrong = (what: string): OrreryError => badLine(name, index + 1, what);
    columns ||= row.length;
    if (columns !== 8 && columns !== 12) {
      throw wrong(`has ${columns} columns; TUM has 8 (stamp x y z qx qy qz qw) and KITTI 12`);
    }
    if (row.length !== columns)
      throw wrong(`has ${row.length} columns, but the lines before it have ${columns}`);
    if (!row.every(Number.isFinite)) throw wrong('holds something that is not a finite number');
    if (columns === 12) {
      poses.push(poseOfMatrixRow(row));
      continue;
    }
    const [stamp, x, y, z, qx, qy, qz, qw] = row as [number, ...Quadruple, ...Vector3];
    if (qx * qx + qy * qy + qz * qz + qw * qw < 1e-12) throw wrong('has a quaternion of length 0');
    stamps.push(stamp);
    poses.push({ rotation: rotationOfQuaternion(qx, qy, qz, qw), translation: [x, y, z] });
  }
  if (poses.length === 0) {
    const what = text.trim() === '' ? 'is empty' : 'holds no pose, only comments';
    throw new OrreryError(
      'ORR_EVAL_TRAJECTORY_FILE',
      `The trajectory file ${name} ${what}; check the program that wrote it.`,
      { place: { file: name, line: 1 } },
    );
  }
  return new Trajectory(poses, columns === 8 ? Float64Array.from(stamps) : undefined, name);
}

type Quadruple = [number, number, number, number];

function poseOfMatrixRow(r: readonly number[]): Rigid {
  const rotation = matrix3(r.filter((_, i) => i % 4 < 3));
  return { rotation, translation: [r[3]!, r[7]!, r[11]!] };
}

function badLine(file: string, line: number, what: string): OrreryError {
  return new OrreryError(
    'ORR_EVAL_TRAJECTORY_FILE',
    `${file}:${line} is not a trajectory: the line ${what}.`,
    { place: { file, line } },
  );
}

/** The text of a KITTI file: with every digit needed to read the same poses again. */
export function writeKitti(trajectory: Trajectory): string {
  const lines = trajectory.poses.map(({ rotation: r, translation: t }) =>
    [r[0], r[1], r[2], t[0], r[3], r[4], r[5], t[1], r[6], r[7], r[8], t[2]].join(' '),
  );
  return `${lines.join('\n')}\n`;
}

/** The text of a TUM file; poses without times are numbered 0, 1, 2 ... */
export function writeTum(trajectory: Trajectory): string {
  const lines = trajectory.poses.map(({ rotation, translation }, i) =>
    [
      (trajectory.stamps?.[i] ?? i).toFixed(9),
      ...translation,
      ...quaternionOfRotation(rotation),
    ].join(' '),
  );
  return `${lines.join('\n')}\n`;
}
