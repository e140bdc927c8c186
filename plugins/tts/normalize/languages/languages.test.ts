import { describe, expect, test } from "bun:test";
import { openTable } from "hub/data-file";
import { loadNormalizer, normalizedLanguages } from "../load.ts";
import { readLanguage } from "./language.ts";

const languages = normalizedLanguages.filter((code) => code !== "ja");
const readFractions = openTable(
  new URL("./fixtures/fractions.tsv", import.meta.url),
  { language: "text", fraction: "text", words: "text" },
  { unique: ["language", "fraction"] },
);
const readOrdinals = openTable(
  new URL("./fixtures/ordinals.tsv", import.meta.url),
  { language: "text", value: "number", words: "text" },
  { unique: ["language", "value"] },
);

/** Letters and the marks within words, of one script. */
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /^[\p{sc=Arabic} ]+$/u,
  hi: /^[\p{sc=Devanagari} ]+$/u,
  ko: /^[\p{sc=Hang} ]+$/u,
  ru: /^[\p{sc=Cyrillic} ]+$/u,
  uk: /^[\p{sc=Cyrillic}’ ]+$/u,
  zh: /^\p{sc=Han}+$/u,
};
const latin = /^[\p{sc=Latin} -]+$/u;
const splitWords = (text: string) => text.split(/[ -]/);

describe.each(languages)("in %s", async (code) => {
  const normalizer = await loadNormalizer(code, "");
  if (!normalizer) throw new Error(`No normaliser for ${code}`);
  const { speller } = normalizer;
  const isWords = (text: string | undefined) =>
    text !== undefined && !text.includes("undefined") && (scripts[code] ?? latin).test(text);
  const speakFraction = (top: number, bottom: number) =>
    speller.choose("fraction", { top, bottom, mixed: "no" });

  test("fractions have the words of published tables", () => {
    const rows = readFractions().filter(({ language }) => language === code);
    const read = rows.map(({ fraction }) => {
      const [top, bottom] = fraction.split("/").map(Number);
      return speakFraction(top ?? 0, bottom ?? 0);
    });
    expect(read).toEqual(rows.map(({ words }) => words));
    expect(read.length).toBeGreaterThan(2);
  });

  test("each fraction from 1/2 to 99/100 has its own words", () => {
    const read = new Map<string, string>();
    for (let bottom = 2; bottom <= 100; bottom++)
      for (let top = 1; top < bottom; top++) {
        const words = speakFraction(top, bottom) ?? "";
        const fraction = `${top}/${bottom}`;
        if (!isWords(words)) throw new Error(`${fraction}: "${words}"`);
        if (read.has(words)) throw new Error(`${fraction} is that of ${read.get(words)}`);
        read.set(words, fraction);
      }
  });

  test("ordinals have the words that num2words and spelling dictionaries have", () => {
    for (const { language, value, words } of readOrdinals())
      if (language === code) expect([value, speller.ordinal(value)]).toEqual([value, words]);
  });

  test("each ordinal to 10,000 has its own words, other than those of the number", () => {
    const styles = new Set(Object.values(speller.language.texts["ordinal suffixes"]));
    styles.add("ordinal").delete("genitive m");
    for (const style of styles) {
      const read = new Map<string, number>();
      // Of the other forms, a seventh.
      for (let value = 1; value <= 10_000; value += style === "ordinal" ? 1 : 7) {
        const words = speller.ordinal(value, style) ?? "";
        if (!isWords(words)) throw new Error(`${style} ${value}: "${words}"`);
        if (read.has(words)) throw new Error(`${style} ${value} is that of ${read.get(words)}`);
        if (words === speller.cardinal(value)) throw new Error(`${style} ${value} is no ordinal`);
        read.set(words, value);
      }
    }
  });

  test("ordinals to 10,000 consist of the words of round ones and of numbers", () => {
    const known = readOrdinals().filter(({ language }) => language === code);
    // The other languages write long numbers in one word.
    if (known.length === 0 || /^(?:de|it|nl|sv)$/.test(code)) return;
    const words = new Set(known.flatMap((row) => splitWords(row.words)));
    for (let value = 1; value <= 100; value++)
      for (const scale of [1, 100, 1000])
        for (const gender of ["c", "f"] as const)
          for (const word of splitWords(speller.cardinal(value * scale, gender))) words.add(word);
    for (let value = 1; value <= 10_000; value++) {
      const strange = splitWords(speller.ordinal(value) ?? "").find(
        (word) => !(words.has(word) || /(?:tisící|milésimo|tysięczny|т[иы]сячн[иы]й)$/.test(word)),
      );
      if (strange !== undefined) throw new Error(`${value} has "${strange}"`);
    }
  });

  test("symbols, common currencies and units have names", () => {
    const { words, nouns } = readLanguage(code);
    const { ratio: _, cents: _cents, mixed: _mixed, ...spoken } = words;
    expect(Object.values(spoken)).not.toContain("");
    expect(nouns.currencies).toContainKeys(["EUR", "USD"]);
    expect(nouns.units).toContainKeys(["kWh", "km²"]);
  });

  test("each date, time and whole number is spoken", () => {
    for (let day = 1; day <= 31; day++)
      for (const year of [undefined, 1984, 2024])
        expect(
          speller.choose("date", { day, month: 5, year, name: speller.month(5), before: "" }),
        ).toMatch(/^[^\d{}[\]()]+$/);
    for (let hour = 0; hour <= 24; hour++)
      for (const minute of [undefined, 1, 30])
        expect(speller.choose("time", { hour, minute, before: "" })).toMatch(/^[^\d{}[\]()]+$/);
  });
});

test("a currency has a gender and forms, and its minor unit if it has one", () => {
  const { nouns, words } = readLanguage("it");
  expect(nouns.currencies.GBP).toEqual([
    ["f", "sterlina|sterline"],
    ["m", "penny|pence"],
  ]);
  expect(nouns.currencies.JPY).toEqual([["m", "yen"]]);
  expect(words.at).toBe("chiocciola");
  expect(readLanguage("ru").words.ratio).toBe("");
});
