/**
 * What generated code knows about a position in the body of a CDR message: it is `residue` modulo
 * `modulus`. Alignment that is known while compiling costs nothing at run time.
 */
export class Alignment {
  #modulus = 1;
  #residue = 0;

  /**
   * Padding before a value of this size (1, 2, 4, 8), or `undefined` if it is known only at run
   * time.
   */
  padding(size: number): number | undefined {
    if (size > this.#modulus) return undefined;
    return (size - (this.#residue % size)) % size;
  }

  /** Records that the position was just aligned to `size` at run time. */
  aligned(size: number): void {
    this.#modulus = size;
    this.#residue = 0;
  }

  /** Records that the position advanced by a known number of bytes. */
  advance(bytes: number): void {
    this.#residue = (this.#residue + bytes) % this.#modulus;
  }

  /** Records that nothing is known about the position any more. */
  forget(): void {
    this.#modulus = 1;
    this.#residue = 0;
  }
}
