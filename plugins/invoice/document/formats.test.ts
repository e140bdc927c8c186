import { expect, test } from "bun:test";
import { locales } from "../locales/labels.ts";
import { Decimal } from "../money/decimal.ts";
import { getFormats } from "./formats.ts";

const euro = { code: "EUR", digits: 2 };
const d = (value: number | string) => new Decimal(value);
/** Replaces the various spaces of a language by plain ones. */
const plain = (text: string) => text.replace(/[\u00A0\u202F\u200E\u200F\u061C]/g, " ");

test.each([
  ["en", "€1,234.50", "−1,234.50", "0.335", "8.5%", "Jan 31, 2026", "Germany"],
  ["de", "1.234,50 €", "−1.234,50", "0,335", "8,5 %", "31.01.2026", "Deutschland"],
  ["fr", "1 234,50 €", "−1 234,50", "0,335", "8,5 %", "31 janv. 2026", "Allemagne"],
  ["ja", "€1,234.50", "−1,234.50", "0.335", "8.5%", "2026/01/31", "ドイツ"],
] as const)(
  "%s formats numbers, dates and countries correctly",
  (locale, money, amount, price, rate, day, country) => {
    const formats = getFormats(locale, euro);
    expect(
      [
        formats.money(d("1234.5")),
        formats.amount(d("-1234.5")),
        formats.price(d("0.335")),
        formats.rate(8.5),
        formats.day("2026-01-31"),
        formats.country("de"),
      ].map(plain),
    ).toEqual([money.replace("€", "€"), amount, price, rate, day, country]);
  },
);

test.each(locales)("writes digits as 0 to 9 in %s, with a minus of the same width", (locale) => {
  const { money, amount, price, quantity, rate, day } = getFormats(locale, euro);
  const written = [money(d(-1)), amount(d(-1)), price(d(-1)), quantity(d(-1))];
  for (const text of written) expect(text).toMatch(/^[^-]*\u2212[^-]*$/);
  for (const text of [...written, rate(19), day("2026-01-31")])
    expect(text.replace(/[0-9]/g, "")).not.toMatch(/\p{Nd}/u);
});

test("amounts have the decimals of their currency, prices at least those, and quantities none", () => {
  const yen = getFormats("en", { code: "JPY", digits: 0 });
  const dinar = getFormats("en", { code: "KWD", digits: 3 });
  expect([yen.amount(d(5)), dinar.amount(d(5)), dinar.price(d("5.12345"))]).toEqual([
    "5",
    "5.000",
    "5.12345",
  ]);
  expect([dinar.quantity(d(8)), dinar.quantity(d("8.5"))]).toEqual(["8", "8.5"]);
});

test("prints an unknown country code as given", () => {
  expect(getFormats("en", euro).country("xx")).toBe("XX");
});
