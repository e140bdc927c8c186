import { expect, test } from "bun:test";
import { isUnitCode, unitCode, unitCodes, unitWords } from "./units.ts";

test("the codes are those of the schema that @e-invoice-eu/core checks by", async () => {
  const source = await Bun.file(Bun.resolveSync("@e-invoice-eu/core", import.meta.dir)).text();
  const at = source.indexOf("H87");
  const list = source.slice(source.lastIndexOf("[", at), source.indexOf("]", at));
  const units = list.match(/\w+/g) ?? [];
  expect([...unitCodes].sort()).toEqual([...new Set(units)].sort());
});

test("every word has a code that there is, however it is written", () => {
  expect(unitWords.size).toBeGreaterThan(600);
  for (const [word, code] of unitWords) {
    expect([word, isUnitCode(code)]).toEqual([word, true]);
    expect([word, unitCode(word)]).toEqual([word, code]);
    expect([word, unitCode(`${word}.`)]).toEqual([word, code]);
  }
});

test("a code in capitals is itself, though a word is written alike", () => {
  for (const code of unitCodes)
    if (code !== "STK" && code !== "KGS") expect(unitCode(code)).toBe(code);
  expect([unitCode("ay"), unitCode("AY")]).toEqual(["MON", "AY"]);
  expect([unitCode("kgs"), unitCode("KGS")]).toEqual(["KGM", "KGM"]);
});
