import { expect, test } from "bun:test";
import { tokensOf, wordOf } from "../objects/content-tokens.ts";
import { dropSpokenText } from "./clean-content.ts";
import { readRuns } from "./file-search.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (value: Uint8Array) => String.fromCharCode(...value);

test("a content stream falls into its tokens", () => {
  const stream = bytes("q /F1 12 Tf[(a\\)b)-20<6 3>]TJ % (no)\n<</A/B>>BDC");
  expect([...tokensOf(stream)].map((token) => wordOf(stream, token))).toEqual([
    "q",
    "/F1",
    "12",
    "Tf",
    "[",
    "(a\\)b)",
    "-20",
    "<6 3>",
    "]",
    "TJ",
    "<<",
    "/A",
    "/B",
    ">>",
    "BDC",
  ]);
});

test("what is shown in pieces is read in one", () => {
  const stream = bytes("BT [(Jo) -250 <686E>] TJ (\\156\\\ny) Tj ((x\\ty)) Tj ET");
  expect(readRuns(stream).map(text)).toEqual(["Johnny(x\ty)"]);
});

test("what is shown elsewhere is read by itself", () => {
  const stream = bytes("BT (Jo) Tj 9 0 Td (hn) Tj T* (ny) Tj ET");
  expect(readRuns(stream).map(text)).toEqual(["Jo", "hn", "ny"]);
});

test("an inline image is no text", () => {
  const stream = bytes("BI /W 1 /H 1 ID (EI)xx EI (a) Tj");
  expect(readRuns(stream).map(text)).toEqual(["a"]);
});

test("words beside the glyphs are cut out, however their name is written", () => {
  const stream = bytes(
    "/Span <</Lang (en)/ActualText (Joe)/Ac#74ualText <4A>/MCID 1>> BDC (x) Tj EMC",
  );
  expect(text(dropSpokenText(stream))).toBe("/Span <</Lang (en)  /MCID 1>> BDC (x) Tj EMC");
});

test("a string that is shown stays, whatever name comes before it", () => {
  const stream = bytes("/ActualText (Joe) Tj");
  expect(dropSpokenText(stream)).toBe(stream);
});

test("a broken stream is read to its end", () => {
  for (const broken of ["(never closed", "<abc", "BI ID ", "/", "<<", ">>>", "(\\"])
    expect([...tokensOf(bytes(broken))].at(-1)!.end).toBe(broken.length);
});
