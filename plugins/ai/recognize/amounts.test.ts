import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { findMoney, findPercents, findQuantities } from "./amounts.ts";
import { showFound } from "./show-found.fixture.ts";

test.each([
  ["It costs $5.", ["$5 = 5 USD"]],
  ["It costs $5.50.", ["$5.50 = 5.5 USD"]],
  ["It costs 5 $.", ["5 $ = 5 USD"]],
  ["US$1,234,567.89 in all", ["US$1,234,567.89 = 1234567.89 USD"]],
  ["1.234.567,89 € insgesamt", ["1.234.567,89 € = 1234567.89 EUR"]],
  ["1 234,5 EUR", ["1 234,5 EUR = 1234.5 EUR"]],
  ["CHF 1'200.50 im Jahr", ["CHF 1'200.50 = 1200.5 CHF"]],
  ["€1.000 and €1,000", ["€1.000 = 1000 EUR", "€1,000 = 1000 EUR"]],
  ["€0.125 and €1.25", ["€0.125 = 0.125 EUR", "€1.25 = 1.25 EUR"]],
  ["€1234.567", ["€1234.567 = 1234.567 EUR"]],
  ["$1.2 million, then more", ["$1.2 million = 1200000 USD"]],
  ["$3bn, £4k and €5 Mrd.", ["$3bn = 3000000000 USD", "£4k = 4000 GBP", "€5 Mrd = 5000000000 EUR"]],
  ["$5M or €7 Million", ["$5M = 5000000 USD", "€7 Million = 7000000 EUR"]],
  ["€123.456 and €12.345", ["€123.456 = 123456 EUR", "€12.345 = 12345 EUR"]],
  ["$5 Monday, $6 Brown", ["$5 = 5 USD", "$6 = 6 USD"]],
  ["2 trillion yen", ["2 trillion yen = 2000000000000 JPY"]],
  ["3 Milliarden Euro", ["3 Milliarden Euro = 3000000000 EUR"]],
  ["300万円", ["300万円 = 3000000 JPY"]],
  ["価格は300円です", ["300円 = 300 JPY"]],
  ["価格は¥300です。3元素、2元論", ["¥300 = 300 JPY"]],
  ["价格是300元的", ["300元 = 300 CNY"]],
  ["3 millones de euros", ["3 millones de euros = 3000000 EUR"]],
  ["12 US dollars and 50 cents", ["12 US dollars = 12 USD", "50 cents = 0.5 USD"]],
  ["7 Swiss francs", ["7 Swiss francs = 7 CHF"]],
  ["20 usd", ["20 usd = 20 USD"]],
  ["zł 20 and R$ 30", ["zł 20 = 20 PLN", "R$ 30 = 30 BRL"]],
  ["BTC 0.5", ["BTC 0.5 = 0.5 BTC"]],
  ["5 wonderful days, 3 europeans, x$5, $5a3", ["$5 = 5 USD"]],
])("money in %j", (text, found) => {
  expect(showFound(text, findMoney(text))).toEqual(found);
});

const sizes = {
  1e3: ["k", "K", "thousand", "tausend", "mil"],
  1e4: ["万"],
  1e6: ["m", "M", "mn", "mio", "Mio.", "million", "Millions", "Millionen", "millones", "milioni"],
  1e8: ["億"],
  1e9: ["bn", "b", "billion", "billions", "Mrd", "Milliarden", "milliard", "milliards", "miliardi"],
  1e12: ["trillion", "tn"],
};

test("multiplies a number by its scale word", () => {
  for (const [size, words] of Object.entries(sizes))
    for (const word of words) {
      const text = `about €2 ${word}`;
      expect([word, [...findMoney(text)][0]?.normalized]).toEqual([
        word,
        `${2 * Number(size)} EUR`,
      ]);
    }
});

const units = {
  USD: ["dollar", "dollars", "bucks", "US dollars", "$", "US$", "USD"],
  EUR: ["euro", "euros", "€", "eur"],
  GBP: ["pound", "British pounds", "£"],
  JPY: ["yen", "円", "¥"],
  CNY: ["yuan", "元"],
  INR: ["rupee", "rupees", "₹"],
  CHF: ["francs", "Franken", "chf"],
  RUB: ["rubles", "roubles", "₽"],
  AUD: ["A$"],
  BRL: ["R$"],
  KRW: ["won", "₩"],
  TRY: ["lira", "₺"],
  MXN: ["pesos"],
  CZK: ["Kč"],
  BTC: ["₿"],
};

test("recognizes a currency by its words, signs and codes", () => {
  for (const [code, words] of Object.entries(units))
    for (const word of words) {
      const text = `about 20 ${word}.`;
      expect(showFound(text, findMoney(text))).toEqual([`20 ${word} = 20 ${code}`]);
    }
});

test("a clearer unit raises the confidence of an amount", () => {
  const [money] = findMoney("$5");
  const [cents] = findMoney("50 cents");
  const [percent] = findPercents("5%");
  const [length] = findQuantities("5 km");
  const sure = [money, percent, cents, length].map((one) => one?.confidence);
  expect(sure).toEqual([0.95, 0.97, 0.9, 0.85]);
});

test("an amount in whole cents is the same with either decimal separator", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      const [whole, rest] = [Math.floor(cents / 100), String(cents % 100).padStart(2, "0")];
      const english = `$${whole.toLocaleString("en-US")}.${rest}`;
      const german = `${whole.toLocaleString("de-DE")},${rest} $`;
      expect(showFound(english, findMoney(english))).toEqual([`${english} = ${cents / 100} USD`]);
      expect(showFound(german, findMoney(german))).toEqual([`${german} = ${cents / 100} USD`]);
    }),
    cases(100),
  );
});

test.each([
  ["up 0.7% today", ["0.7% = 0.7%"]],
  ["-3 % and −4,5 Prozent", ["-3 % = -3%", "−4,5 Prozent = -4.5%"]],
  ["+2 percentage points", ["+2 percentage points = 2%"]],
  [
    "12 per cent, 13 pct, 14 por ciento",
    ["12 per cent = 12%", "13 pct = 13%", "14 por ciento = 14%"],
  ],
  ["a5% of 100", []],
  ["売上は30%です", ["30% = 30%"]],
])("percents in %j", (text, found) => {
  expect(showFound(text, findPercents(text))).toEqual(found);
});

test.each([
  ["a 40 km run", ["40 km = 40 km"]],
  ["a 40-km run of 3.5 hours", ["40-km = 40 km", "3.5 hours = 3.5 hours"]],
  ["2 million miles", ["2 million miles = 2000000 miles"]],
  ["90 km/h at 20 °C", ["90 km/h = 90 km/h", "20 °C = 20 °C"]],
  ["距離は40kmです", ["40km = 40 km"]],
  ["16 GB and 100 m²", ["16 GB = 16 GB", "100 m² = 100 m²"]],
  [
    "3 billion years, 2 thousand tons",
    ["3 billion years = 3000000000 years", "2 thousand tons = 2000 tons"],
  ],
  ["$5 million, 5 mice, 10 x", []],
])("quantities in %j", (text, found) => {
  expect(showFound(text, findQuantities(text))).toEqual(found);
});
