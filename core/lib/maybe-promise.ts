/** A value, or a promise of it where it has to be waited for. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Goes on with a value: at once where it is there, as waiting for what is there costs each call. */
export function whenReady<Value, Result>(
  value: MaybePromise<Value>,
  then: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(then) : then(value);
}
