/** Days with rates in a year, by which the volatility of a day becomes that of a year. */
const tradingDays = 252;

/** What the ups and downs of some values come to. Takes at least one. */
export function statisticsOf(values: readonly number[]) {
  const returns = values.slice(1).map((value, index) => Math.log(value / values[index]!));
  return {
    stddev: deviation(values),
    volatility_annualised: deviation(returns) * Math.sqrt(tradingDays),
    max_drawdown_pct: drawdown(values) * 100,
  };
}

/** The sample's: divided by one less than there are. */
function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  // From the first one on, so that what does not move has no deviation by rounding.
  const shifted = values.map((value) => value - values[0]!);
  const mean = meanOf(shifted);
  const squares = shifted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The deepest fall below the highest value until then, as a share of it. */
function drawdown(values: readonly number[]): number {
  let peak = 0;
  let deepest = 0;
  for (const value of values) {
    peak = Math.max(peak, value);
    deepest = Math.max(deepest, 1 - value / peak);
  }
  return deepest;
}
