import type { NumberStyle } from "./chart.ts";
import { decimalsOf } from "./ticks.ts";

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
