import { expect, test } from "bun:test";
import { openCountries } from "./country.ts";

const countries = await openCountries();

test("a country is told with its continent, currency, languages and calling code", () => {
  expect(countries("CH", "en")).toEqual({
    continent: "Europe",
    continent_code: "EU",
    country: "Switzerland",
    currency: "CHF",
    currency_symbol: "CHF",
    calling_code: "+41",
    languages: ["de", "fr", "it"],
    is_eu: false,
  });
});

test("names are in the language asked for", () => {
  expect(countries("US", "fr")).toMatchObject({
    country: "États-Unis",
    continent: "Amérique du Nord",
  });
  expect(countries("JP", "ja")).toMatchObject({ country: "日本", currency_symbol: "¥" });
});

test("a code that no country has is not known", () => {
  expect(countries("ZZ", "en")).toBeUndefined();
});
