/** Whether parameters were set, and why not. */
export interface SetParametersResult {
  successful: boolean;
  reason: string;
}

/** The parameters were set. */
export const succeeded = (): SetParametersResult => ({ successful: true, reason: '' });

/** Nothing was set. */
export const refused = (reason: string): SetParametersResult => ({ successful: false, reason });
