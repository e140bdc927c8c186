/** A value, or a promise of it where it has to be waited for. */
export type MaybePromise<Value> = Value | Promise<Value>;
