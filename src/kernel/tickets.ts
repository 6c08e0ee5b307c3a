/** Tickets that stop time while any of them is open. */
export class Tickets {
  #open = 0;
  #onRelease: (() => void) | undefined;

  get areOpen(): boolean {
    return this.#open > 0;
  }

  /** Opens a ticket; the returned function closes it (further calls do nothing). */
  open(): () => void {
    this.#open++;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      if (--this.#open === 0) this.#onRelease?.();
    };
  }

  /** Settles when no ticket is open. */
  released(): Promise<void> {
    if (this.#open === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onRelease = resolve;
    });
  }
}
