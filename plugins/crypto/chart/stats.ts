/** What a series of prices has done. `volatility` is that of one step to the next, in percent. */
export function stats(prices: readonly number[]) {
  const first = prices[0]!;
  const last = prices.at(-1)!;
  return {
    first,
    last,
    min: prices.reduce((least, price) => Math.min(least, price)),
    max: prices.reduce((most, price) => Math.max(most, price)),
    change_pct: (last / first - 1) * 100,
    volatility: deviation(prices) * 100,
  };
}

/** The standard deviation of the logarithms of the steps; 0 where there are fewer than two. */
function deviation(prices: readonly number[]): number {
  const steps = prices.slice(1).map((price, index) => Math.log(price / prices[index]!));
  if (steps.length < 2) return 0;
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const squares = steps.reduce((sum, step) => sum + (step - mean) ** 2, 0);
  return Math.sqrt(squares / (steps.length - 1));
}
