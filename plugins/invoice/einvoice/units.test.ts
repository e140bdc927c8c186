import { expect, test } from "bun:test";
import { isUnitCode, unitCode, unitCodes, unitWords } from "./units.ts";

test("the codes match the schema of @e-invoice-eu/core", async () => {
  const source = await Bun.file(Bun.resolveSync("@e-invoice-eu/core", import.meta.dir)).text();
  const at = source.indexOf("H87");
  const list = source.slice(source.lastIndexOf("[", at), source.indexOf("]", at));
  const units = list.match(/\w+/g) ?? [];
  expect([...unitCodes].sort()).toEqual([...new Set(units)].sort());
});

test("every word has a valid code, in any spelling", () => {
  expect(unitWords.size).toBeGreaterThan(600);
  for (const [word, code] of unitWords) {
    expect([word, isUnitCode(code)]).toEqual([word, true]);
    expect([word, unitCode(word)]).toEqual([word, code]);
    expect([word, unitCode(`${word}.`)]).toEqual([word, code]);
  }
});

test("a code in capitals takes precedence over a word with the same spelling", () => {
  for (const code of unitCodes)
    if (code !== "STK" && code !== "KGS") expect(unitCode(code)).toBe(code);
  expect([unitCode("ay"), unitCode("AY")]).toEqual(["MON", "AY"]);
  expect([unitCode("kgs"), unitCode("KGS")]).toEqual(["KGM", "KGM"]);
});
