/** Returns Pearson's coefficient of two lists of equal length. */
export function correlate(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  let [both, own, other] = [0, 0, 0];
  for (const [index, x] of xs.entries()) {
    const y = ys[index] ?? 0;
    both += (x - mx) * (y - my);
    own += (x - mx) ** 2;
    other += (y - my) ** 2;
  }
  return both / Math.sqrt(own * other);
}
