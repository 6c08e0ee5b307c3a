/** The answer of a transition's callback; the ids of `lifecycle_msgs/msg/Transition`. */
export const CallbackReturnCode = Object.freeze({ SUCCESS: 97, FAILURE: 98, ERROR: 99 } as const);

/** A value of {@link CallbackReturnCode}. */
export type CallbackReturnCode = (typeof CallbackReturnCode)[keyof typeof CallbackReturnCode];

/** Holds the answer of a transition's callback, and its reason if it gives one. */
export class CallbackReturnValue {
  _value: number;
  _errorMsg: string | null = null;

  constructor(value: number = CallbackReturnCode.SUCCESS) {
    this._value = value;
  }

  /** A value of {@link CallbackReturnCode}. */
  get value(): number {
    return this._value;
  }

  set value(value: number) {
    this._value = value;
  }

  get errorMsg(): string | null {
    return this._errorMsg;
  }

  set errorMsg(msg: string | null) {
    this._errorMsg = msg;
  }

  valueOf(): number {
    return this.value;
  }

  isSuccess(): boolean {
    return this.value === CallbackReturnCode.SUCCESS;
  }

  isFailure(): boolean {
    return this.value === CallbackReturnCode.FAILURE;
  }

  isError(): boolean {
    return this.value === CallbackReturnCode.ERROR;
  }

  hasErrorMsg(): boolean {
    return !this.isSuccess() && Boolean(this._errorMsg);
  }
}
