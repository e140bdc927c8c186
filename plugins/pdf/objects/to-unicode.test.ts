import { describe, expect, test } from "bun:test";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { writePages } from "../redact/layouts.fixture.ts";
import { readCodeMap, repairCodeMaps } from "./to-unicode.ts";

const read = (text: string) => {
  const { letters, isDamaged } = readCodeMap(Buffer.from(text, "latin1"));
  return { letters: Object.fromEntries(letters), isDamaged };
};

describe("reads a sound map", () => {
  test.each<[string, Record<number, string>]>([
    ["2 beginbfchar <01> <0041> <02> <00420043> endbfchar", { 1: "A", 2: "BC" }],
    ["1 beginbfrange <0001> <0003> <0041> endbfrange", { 1: "A", 2: "B", 3: "C" }],
    ["1 beginbfrange <01> <02> [<0041> <0058>] endbfrange", { 1: "A", 2: "X" }],
    ["1 beginbfchar <01> <D835DC00> endbfchar", { 1: "\u{1d400}" }],
    ["0 beginbfchar endbfchar 1 beginbfchar <01> <0041> endbfchar", { 1: "A" }],
  ])("%s", (text, letters) => {
    expect(read(text)).toEqual({ letters, isDamaged: false });
  });
});

describe("reads what is left of a damaged map", () => {
  test.each<[string, Record<number, string>]>([
    ["3 beginbfchar <01> <0041> <02> <0042> endbfchar", { 1: "A", 2: "B" }],
    ["1 beginbfchar <01> <0041> <02> <0042> endbfchar", { 1: "A", 2: "B" }],
    ["beginbfchar <01> <0041> endbfchar", { 1: "A" }],
    ["1 beginbfchar <01> <0041>", { 1: "A" }],
    ["1 beginbfchar <01> <0041> endcmap", { 1: "A" }],
    ["1 beginbfchar <01> <0041> <02> endbfchar", { 1: "A" }],
    ["2 beginbfrange <01> <02> <0041> endbfrange", { 1: "A", 2: "B" }],
    ["1 beginbfrange <03> <01> <0041> endbfrange", {}],
    ["1 beginbfrange <01> <03> [<0041>] endbfrange", { 1: "A" }],
    ["2 beginbfchar <01> <0041> <01> <0042> endbfchar", { 1: "B" }],
    ["1 beginbfchar <01> <004100> endbfchar", {}],
    ["1 beginbfchar <01> (A) endbfchar", { 1: "A" }],
    ["/Other usecmap 1 beginbfchar <01> <0041> endbfchar", { 1: "A" }],
  ])("%s", (text, letters) => {
    expect(read(text)).toEqual({ letters, isDamaged: true });
  });

  test("of at most 65,536 codes", () => {
    const text = "1 beginbfrange <0000> <FFFFFFFF> <0041> endbfrange";
    expect(readCodeMap(Buffer.from(text)).letters.size).toBe(65_536);
  });
});

test("rewrites damaged maps only", async () => {
  const sound = "1 beginbfchar <41> <0042> endbfchar";
  const repair = async (map: string) => {
    const document = await openDocument(writePages([""]));
    const ref = document.context.register(document.context.stream(map));
    const font = document.context.obj({ Type: "Font", Subtype: "Type1", ToUnicode: ref });
    document.context.register(font);
    const { size } = repairCodeMaps(document);
    const again = await openDocument(await saveDocument(document));
    return { size, again: repairCodeMaps(again).size };
  };
  expect(await repair(sound)).toEqual({ size: 0, again: 0 });
  expect(await repair(sound.replace("1", "2"))).toEqual({ size: 1, again: 0 });
});
