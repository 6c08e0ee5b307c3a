import { type ErrorCode, type ErrorPlace, OrreryError } from './orrery_error.js';

/** A place in a text file that the user wrote; line and column are 1-based. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `file:line:column`, the form that editors and terminals make clickable. */
export function formatPlace(place: ErrorPlace): string {
  let text = place.file ?? '<input>';
  if (place.line !== undefined) text += `:${place.line}`;
  if (place.column !== undefined) text += `:${place.column}`;
  return text;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  NOT_REGULAR: 'it is not a regular file',
};

/** Why a file could not be read, for the user: `it does not exist`. */
export function whyUnreadable(cause: unknown): string {
  const { code } = cause as { code?: string };
  return code === undefined ? String(cause) : (REASONS[code] ?? code);
}

/**
 * One error for all the mistakes in a description file: `errors` holds each with its own code and place, in order of
 * file and position, so that a user can correct them in one go.
 */
export class DescriptionError extends OrreryError {
  readonly errors: readonly OrreryError[];

  /** @param more - the number of further mistakes that `errors` does not hold */
  constructor(code: ErrorCode, subject: string, errors: readonly OrreryError[], more = 0) {
    const total = errors.length + more;
    const count = total === 1 ? 'one mistake' : `${total} mistakes`;
    const lines = errors.map((error) => `  ${formatPlace(error.place)}: ${error.message}`);
    if (more > 0) lines.push(`  … and ${more} more`);
    const waysOut = new Set(errors.flatMap(({ wayOut }) => wayOut ?? []));
    if (waysOut.size > 1) lines.push(`  All that can be left out: ${[...waysOut].join(' ')}`);
    super(code, `${subject} has ${count} to repair:\n${lines.join('\n')}`, {
      place: errors[0]?.place ?? { file: subject },
    });
    this.name = 'DescriptionError';
    this.errors = errors;
  }
}

/** The most characters of a description file that are read; hand-written files have thousands. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** The most mistakes of one description that are reported; more would be noise. */
const MOST_TOLD = 100;

/** Why a text is too long to be a description, as the end of a sentence; undefined if it is not. */
export function tooLong(text: string): string | undefined {
  if (text.length <= MAX_CHARACTERS) return undefined;
  return `has ${text.length} characters, more than the limit of ${MAX_CHARACTERS} for a description`;
}

/** The most parts of a description; reading a million values would take a minute. */
const MOST_PARTS = 500_000;

/**
 * Why a YAML text holds too much to be parsed; undefined if it does not. Each value ends with a line or a comma, so
 * this takes no parsing.
 */
export function tooManyLines(text: string): string | undefined {
  let ends = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || code === 0x2c) ends++;
  }
  if (ends <= MOST_PARTS) return undefined;
  return `has ${ends} lines and commas, more than the limit of ${MOST_PARTS} for a description`;
}

/** The same for XML: a tag begins with `<`, an attribute has a `=`, a substitution a `$`. */
export function tooManyTags(text: string): string | undefined {
  let begun = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3c || code === 0x3d || code === 0x24) begun++;
  }
  if (begun <= MOST_PARTS) return undefined;
  return `has ${begun} tags, attributes and substitutions, more than the limit of ${MOST_PARTS} for a description`;
}

/** Collects the mistakes in a description, so that reading can continue after each. */
export class Problems {
  readonly #found: OrreryError[] = [];
  readonly #seen = new Set<string>();
  /** Mistakes beyond the limit, which are only counted. */
  #more = 0;

  get count(): number {
    return this.#found.length + this.#more;
  }

  /** Records a mistake; the same sentence at the same place is recorded once. */
  add(code: ErrorCode, message: string, place: ErrorPlace): void {
    if (this.#found.length >= MOST_TOLD) this.#more++;
    else this.addError(new OrreryError(code, message, { place }));
  }

  addError(error: OrreryError): void {
    const key = `${formatPlace(error.place)} ${error.message}`;
    if (this.#seen.has(key)) return;
    if (this.#found.length >= MOST_TOLD) {
      this.#more++;
      return;
    }
    this.#seen.add(key);
    this.#found.push(error);
  }

  /** Adds what `error` reports, each single mistake if it has several; rethrows errors of other classes. */
  absorb(error: unknown): void {
    if (error instanceof DescriptionError) {
      for (const each of error.errors) this.addError(each);
    } else if (error instanceof OrreryError) {
      this.addError(error);
    } else {
      throw error;
    }
  }

  /** The mistakes, sorted by position within each file; files keep the order of first mention. */
  sorted(): OrreryError[] {
    const rank = new Map<string, number>();
    for (const { place } of this.#found) {
      const file = place.file ?? '';
      if (!rank.has(file)) rank.set(file, rank.size);
    }
    return [...this.#found].sort(
      (a, b) =>
        rank.get(a.place.file ?? '')! - rank.get(b.place.file ?? '')! ||
        (a.place.line ?? 0) - (b.place.line ?? 0) ||
        (a.place.column ?? 0) - (b.place.column ?? 0),
    );
  }

  /** @throws DescriptionError with `code` if anything was recorded. */
  throwIfAny(code: ErrorCode, subject: string): void {
    if (this.count > 0) throw new DescriptionError(code, subject, this.sorted(), this.#more);
  }
}
