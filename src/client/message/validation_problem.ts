/** What can be wrong with a message. */
export const ValidationProblem = {
  /** The type has no such field. */
  UNKNOWN_FIELD: 'UNKNOWN_FIELD',
  /** The value is of another type. */
  TYPE_MISMATCH: 'TYPE_MISMATCH',
  /** The field is missing. */
  MISSING_FIELD: 'MISSING_FIELD',
  /** A fixed or bounded array has the wrong length. */
  ARRAY_LENGTH: 'ARRAY_LENGTH',
  OUT_OF_RANGE: 'OUT_OF_RANGE',
  NESTED_ERROR: 'NESTED_ERROR',
} as const;
