/** Splits words like a POSIX shell: spaces separate, quotes join. */
export class WordSplitter {
  readonly words: string[] = [];
  #word = '';
  #open = false;
  #quote = '';

  get openQuote(): string {
    return this.#quote;
  }

  /** Text as written: its spaces and quotes count. */
  text(text: string): void {
    for (const char of text) {
      if (this.#quote !== '') {
        if (char === this.#quote) this.#quote = '';
        else this.#word += char;
      } else if (char === '"' || char === "'") {
        this.#quote = char;
        this.#open = true;
      } else if (/\s/.test(char)) {
        this.endWord();
      } else {
        this.#word += char;
        this.#open = true;
      }
    }
  }

  /** The result of a substitution: part of the word, with all its spaces and quotes. */
  verbatim(text: string): void {
    this.#word += text;
    this.#open = true;
  }

  endWord(): void {
    if (this.#open) this.words.push(this.#word);
    this.#word = '';
    this.#open = false;
  }
}

/** Splits a text into words; an unclosed quote reaches to the end. */
export function splitCommandText(text: string): string[] {
  const splitter = new WordSplitter();
  splitter.text(text);
  splitter.endWord();
  return splitter.words;
}

const SAFE_WORD = /^[A-Za-z0-9_./:=@%+,~-]+$/;

/** Joins words so that {@link splitCommandText} returns them again. */
export function joinCommandLine(words: readonly string[]): string {
  return words
    .map((word) => {
      if (SAFE_WORD.test(word)) return word;
      // A quote inside the word is put into quotes of the other kind.
      return (
        word
          .split(/("+)/)
          .map((piece) => (piece.startsWith('"') ? `'${piece}'` : piece === '' ? '' : `"${piece}"`))
          .join('') || '""'
      );
    })
    .join(' ');
}
