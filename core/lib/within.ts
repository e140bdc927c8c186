/** Waits for work for at most `ms`. Ignores its result after that. */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  /** Creates the error for a timeout. */
  createTimeoutError: () => Error,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(createTimeoutError()), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
