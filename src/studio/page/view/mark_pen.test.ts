import { expect, it } from 'vitest';
import { MarkPen } from './mark_pen.js';

/** The parts of a drawing context that a pen uses. */
class Paper {
  readonly filled: unknown[] = [];
  fillStyle = '';
  globalAlpha = 1;

  fillRect(...box: number[]): void {
    this.filled.push([...box, this.fillStyle, this.globalAlpha]);
  }
}

it('fills adjacent marks that look alike at once, and others separately', () => {
  const paper = new Paper();
  const pen = new MarkPen(paper, 5, 16);
  for (const left of [0, 1, 2]) pen.mark(left, 1, 'red', 1);
  pen.mark(3, 1, 'blue', 1);
  pen.mark(4, 1, 'blue', 0.15);
  pen.mark(9, 3, 'blue', 0.15);
  pen.mark(10, 1, 'blue', 0.15);
  pen.lift();
  pen.lift();
  expect(paper.filled).toEqual([
    [0, 5, 3, 16, 'red', 1],
    [3, 5, 1, 16, 'blue', 1],
    [4, 5, 1, 16, 'blue', 0.15],
    [9, 5, 3, 16, 'blue', 0.15],
  ]);
});
