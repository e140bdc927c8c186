import type { Currency } from "../money/currency.ts";
import type { Decimal } from "../money/decimal.ts";

/** Number and date formats of a language. */
export interface Formats {
  /** Formats an amount with the currency symbol. */
  money(value: Decimal): string;
  /** Formats an amount without the symbol, with the currency's decimals. */
  amount(value: Decimal): string;
  /** Formats a price with all its decimals. */
  price(value: Decimal): string;
  quantity(value: Decimal): string;
  /** Formats a rate given in percent. */
  rate(percent: number): string;
  /** Formats a date given as 2026-01-31. */
  day(day: string): string;
  country(code: string): string;
}

const cache = new Map<string, Formats>();

/**
 * Returns the formats of a language and currency. They are cached: creating them takes longer than formatting a page
 * of figures. Digits are always 0 to 9.
 */
export function getFormats(locale: string, currency: Currency): Formats {
  const key = `${locale} ${currency.code}`;
  const formats = cache.get(key) ?? makeFormats(locale, currency);
  cache.set(key, formats);
  return formats;
}

function makeFormats(locale: string, { code, digits }: Currency): Formats {
  const tag = `${locale}-u-nu-latn-ca-gregory`;
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const money = new Intl.NumberFormat(tag, { style: "currency", currency: code, ...fixed });
  const amount = new Intl.NumberFormat(tag, fixed);
  const price = new Intl.NumberFormat(tag, { ...fixed, maximumFractionDigits: 8 });
  const quantity = new Intl.NumberFormat(tag, { maximumFractionDigits: 6 });
  const rate = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 4 });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" });
  const countries = new Intl.DisplayNames(tag, { type: "region" });
  const writeWith = (format: Intl.NumberFormat) => (value: Decimal) =>
    format.format(value.toNumber()).replaceAll("-", minus);
  return {
    money: writeWith(money),
    amount: writeWith(amount),
    price: writeWith(price),
    quantity: writeWith(quantity),
    rate: (percent) => rate.format(percent / 100),
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    country: (code) => countries.of(code.toUpperCase()) ?? code,
  };
}

/** A minus sign as wide as a digit, unlike the hyphen of `Intl`. */
const minus = "\u2212";
