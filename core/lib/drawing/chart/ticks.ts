import { extent, type NumberStyle } from "./chart.ts";

/** Where an axis of values begins and ends, and what is written along it. */
export interface Ticks {
  low: number;
  high: number;
  step: number;
  at: readonly number[];
}

interface TicksAsked {
  /** About how many steps there is room for. */
  count: number;
  /** Whether zero belongs to it, as for bars, whose lengths would lie without. */
  zero?: boolean;
  min?: number | undefined;
  max?: number | undefined;
}

/** Round steps, of 1, 2 or 5 times a power of ten, that hold all values. */
export function valueTicks(
  values: readonly number[],
  { count, zero = false, min, max }: TicksAsked,
): Ticks {
  const [least, most] = extent(values);
  let low = min ?? (zero ? Math.min(least, 0) : least);
  let high = max ?? (zero ? Math.max(most, 0) : most);
  if (!(high > low)) {
    const half = Math.abs(low) / 20 || 0.5;
    if (max === undefined) high = Math.max(low, high) + half;
    if (min === undefined && !(zero && low === 0)) low -= half;
    if (!(high > low)) high = low + half;
  }
  const step = roundStep((high - low) / Math.max(count, 1));
  // Twelve digits are kept, so that 0.3 / 0.1 is 3.
  const steps = (value: number) => Number((value / step).toPrecision(12));
  const first = min === undefined ? Math.floor(steps(low)) : Math.ceil(steps(low));
  const last = max === undefined ? Math.ceil(steps(high)) : Math.floor(steps(high));
  const at = Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { low: min ?? at[0] ?? low, high: max ?? at.at(-1) ?? high, step, at };
}

/** The least of 1, 2, 5 and 10 times a power of ten that is not below. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].find((step) => step * power >= rough * 0.9999)! * power;
}

/** How many decimals a step needs. */
export function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 12; decimals++)
    if (Math.abs(step - Number(step.toFixed(decimals))) < step / 1000) return decimals;
  return Math.min(20, Math.ceil(-Math.log10(step)) + 1);
}

/** From one range onto another; into its middle where the first has no width. */
export function scale(
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
): (value: number) => number {
  return (value) =>
    to === from ? (low + high) / 2 : low + ((value - from) / (to - from)) * (high - low);
}

/** Writes numbers as a chart asks: with the decimals that a step needs, or those that a value has. */
export function numberFormat(
  { style, locale, currency = "USD", decimals }: NumberStyle = { style: "number", locale: "en" },
  step?: number,
): (value: number) => string {
  const needed =
    step === undefined ? undefined : decimalsOf(style === "percent" ? step * 100 : step);
  const digits = decimals ?? needed;
  const exact = digits === undefined ? {} : { minimumFractionDigits: digits };
  const most = { maximumFractionDigits: digits ?? (style === "percent" ? 1 : 2) };
  const written = new Intl.NumberFormat(locale, {
    style: style === "number" || style === "compact" ? "decimal" : style,
    ...(style === "currency" && { currency, currencyDisplay: "narrowSymbol" }),
    // Tenths of thousands are needed where the steps are hundreds, and noughts nowhere.
    ...(style === "compact"
      ? { notation: "compact", maximumFractionDigits: decimals ?? 2 }
      : { ...exact, ...most }),
  });
  return (value) => written.format(value === 0 ? 0 : value);
}
