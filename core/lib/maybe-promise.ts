/** A value or a promise of it. */
export type MaybePromise<Value> = Value | Promise<Value>;
