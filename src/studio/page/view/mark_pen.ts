/** The context to draw on. */
type Paper = Pick<CanvasRenderingContext2D, 'fillRect' | 'fillStyle' | 'globalAlpha'>;

/** Draws rectangles of one height from left to right; adjacent ones that look alike are filled as one, which is faster. */
export class MarkPen {
  readonly #context: Paper;
  readonly #top: number;
  readonly #height: number;
  #left = 0;
  #right = 0;
  #colour = '';
  #alpha = 1;

  constructor(context: Paper, top: number, height: number) {
    this.#context = context;
    this.#top = top;
    this.#height = height;
  }

  mark(left: number, width: number, colour: string, alpha: number): void {
    const goesOn = left <= this.#right && colour === this.#colour && alpha === this.#alpha;
    if (!goesOn) {
      this.lift();
      this.#left = left;
      this.#colour = colour;
      this.#alpha = alpha;
    }
    this.#right = goesOn ? Math.max(this.#right, left + width) : left + width;
  }

  /** Fills the last rectangle. */
  lift(): void {
    if (this.#right <= this.#left) return;
    this.#context.globalAlpha = this.#alpha;
    this.#context.fillStyle = this.#colour;
    this.#context.fillRect(this.#left, this.#top, this.#right - this.#left, this.#height);
    this.#left = this.#right = 0;
  }
}
