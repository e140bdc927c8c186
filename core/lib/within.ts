/** Waits for work no longer than it may take. What it then comes to interests nobody. */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  /** What is thrown when it takes longer. */
  late: () => Error,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
