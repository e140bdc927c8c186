import { extent, type NumberStyle } from "./chart.ts";
import { textWidth } from "./text-width.ts";

/** The range and the ticks of a value axis. */
export interface Ticks {
  low: number;
  high: number;
  step: number;
  at: readonly number[];
}

interface TickOptions {
  /** The approximate number of steps that fit. */
  count: number;
  /** Whether the range must include zero, as for bars, whose lengths would otherwise mislead. */
  zero?: boolean;
  min?: number | undefined;
  max?: number | undefined;
}

/** Returns ticks at multiples of 1, 2 or 5 times a power of ten that include all values. */
export function valueTicks(
  values: readonly number[],
  { count, zero = false, min, max }: TickOptions,
): Ticks {
  const [least, most] = extent(values);
  let low = min ?? (zero ? Math.min(least, 0) : least);
  let high = max ?? (zero ? Math.max(most, 0) : most);
  if (!(high - low > spanMin)) {
    const half = Math.abs(low) > spanMin ? Math.abs(low) / 20 : 0.5;
    if (max === undefined) high = Math.max(low, high) + half;
    if (min === undefined && !(zero && low === 0)) low -= half;
    if (!(high > low)) high = low + half;
  }
  const step = getRoundStep((high - low) / Math.max(count, 1));
  // Rounds to twelve digits, so that 0.3 / 0.1 is 3.
  const steps = (value: number) => Number((value / step).toPrecision(12));
  const first = min === undefined ? Math.floor(steps(low)) : Math.ceil(steps(low));
  const last = max === undefined ? Math.ceil(steps(high)) : Math.floor(steps(high));
  const at = Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { low: min ?? at[0] ?? low, high: max ?? at.at(-1) ?? high, step, at };
}

/** Smaller ranges count as empty, because powers of ten reach their limit. */
const spanMin = 1e-290;

/** Returns the smallest of 1, 2, 5 and 10 times a power of ten that is at least `rough`. */
function getRoundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((step) => step * power >= rough * 0.9999) ?? 10;
  return factor * power;
}

/** Returns the number of decimals that a step needs. */
export function countDecimals(step: number): number {
  for (let decimals = 0; decimals < 12; decimals++)
    if (Math.abs(step - Number(step.toFixed(decimals))) < step / 1000) return decimals;
  return Math.min(20, Math.ceil(-Math.log10(step)) + 1);
}

/** Maps one range to another. Maps an empty range to the middle. */
export function scale(
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
): (value: number) => number {
  return (value) =>
    to === from ? (low + high) / 2 : low + ((value - from) / (to - from)) * (high - low);
}

/** Returns a number format with the decimals that the step needs, or that each value has. */
export function numberFormat(
  { style, locale, currency = "USD", decimals }: NumberStyle = plain,
  step?: number,
  notation: "standard" | "compact" | "scientific" = style === "compact" ? "compact" : "standard",
): (value: number) => string {
  const needed =
    step === undefined ? undefined : countDecimals(style === "percent" ? step * 100 : step);
  const digits = decimals ?? needed;
  const exact = digits === undefined ? {} : { minimumFractionDigits: digits };
  const most = { maximumFractionDigits: digits ?? (style === "percent" ? 1 : 2) };
  const common: Intl.NumberFormatOptions = {
    style: style === "number" || style === "compact" ? "decimal" : style,
    ...(style === "currency" && { currency, currencyDisplay: "narrowSymbol" }),
    notation,
  };
  const formatter = new Intl.NumberFormat(locale, {
    ...common,
    // Short notations use up to two decimals, for steps of hundreds among thousands, and no trailing zeros.
    ...(notation === "standard"
      ? { ...exact, ...most }
      : { minimumFractionDigits: 0, maximumFractionDigits: decimals ?? 2 }),
  });
  // Two decimals would print small values as 0.
  const small = new Intl.NumberFormat(locale, { ...common, maximumSignificantDigits: 3 });
  const isSmall = (value: number) =>
    digits === undefined && Math.abs(value) < (style === "percent" ? 0.01 : 0.1);
  return (value) => {
    if (value === 0) return formatter.format(0);
    return (isSmall(value) ? small : formatter).format(value);
  };
}

const plain: NumberStyle = { style: "number", locale: "en" };

interface Fit {
  /** The numbers along the axis. */
  at: readonly number[];
  step?: number;
  /** The maximum width of a number. */
  width: number;
  size: number;
}

/**
 * Returns a number format within a width. If the chart's format is too wide, uses a short one such as 1.2M
 * or powers of ten. Two numbers must not look the same in it.
 */
export function shortFormat(
  number: NumberStyle = plain,
  { at, step, width, size }: Fit,
): (value: number) => string {
  const usual = numberFormat(number, step);
  const widest = (format: (value: number) => string) =>
    Math.max(0, ...at.map((value) => textWidth(format(value), size)));
  if (widest(usual) <= width) return usual;
  const tries = (["compact", "scientific"] as const)
    .map((notation) => numberFormat(number, step, notation))
    .filter((format) => new Set(at.map(format)).size === new Set(at.map(usual)).size);
  const fitting = tries.find((format) => widest(format) <= width);
  return fitting ?? [usual, ...tries].toSorted((a, b) => widest(a) - widest(b))[0] ?? usual;
}
