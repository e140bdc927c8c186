import { expect, test } from "bun:test";
import { readNouns } from "./nouns.ts";

const languages = "cs de en es fr hi it nl pl pt ru sv tr uk zh".split(" ");

test.each(languages)("all symbols and the common currencies have names in %s", (language) => {
  const { words, currencies, units } = readNouns(language);
  const { ratio: _, ...spoken } = words;
  expect(Object.keys(spoken).sort()).toEqual(Object.keys(readNouns("en").words).sort());
  expect(Object.values(spoken)).not.toContain("");
  expect(Object.keys(currencies)).toContainValues(["EUR", "USD"]);
  expect(Object.keys(units)).toContainValues(["kWh", "km²"]);
});

test("a currency has a gender and forms, and its minor unit if it has one", () => {
  const { currencies, words } = readNouns("it");
  expect(currencies.GBP).toEqual([
    ["f", "sterlina|sterline"],
    ["m", "penny|pence"],
  ]);
  expect(currencies.JPY).toEqual([["m", "yen"]]);
  expect(words.at).toBe("chiocciola");
  expect(readNouns("ru").words.ratio).toBe("");
});
