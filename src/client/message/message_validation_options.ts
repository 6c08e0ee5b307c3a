/** What to check. */
export interface MessageValidationOptions {
  /** Fields that the type does not have are a problem. Default false. */
  strict?: boolean;
  /** Types of values are checked. Default true. */
  checkTypes?: boolean;
  /** Missing fields are a problem. Default false. */
  checkRequired?: boolean;
  /** Path of the message in a larger one. */
  path?: string;
}
