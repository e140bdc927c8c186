import { expect, test } from "bun:test";
import { openCountries } from "./country.ts";

const countries = await openCountries();

test("returns a country with its continent, currency, languages and calling code", () => {
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

test("returns names in the requested language", () => {
  expect(countries("US", "fr")).toMatchObject({
    country: "États-Unis",
    continent: "Amérique du Nord",
  });
  expect(countries("JP", "ja")).toMatchObject({ country: "日本", currency_symbol: "¥" });
});

test("an unassigned code is unknown", () => {
  expect(countries("ZZ", "en")).toBeUndefined();
});

test.each(["RE", "GP", "MQ", "GF", "YT", "MF", "AX", "FR"])("%s is in the Union", (code) => {
  expect(countries(code, "en")?.is_eu).toBe(true);
});

test.each(["BL", "PM", "NC", "PF", "GL", "FO", "AW", "GI", "CH", "GB"])("%s isn't", (code) => {
  expect(countries(code, "en")?.is_eu).toBe(false);
});

test("Kosovo has its own calling code", () => {
  expect(countries("XK", "en")?.calling_code).toBe("+383");
});
