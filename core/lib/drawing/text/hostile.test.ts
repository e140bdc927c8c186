import { afterEach, expect, spyOn, test } from "bun:test";
import type { Font } from "fontkit";
import { visualRuns } from "./bidi.ts";
import { getFonts, getScriptFonts } from "./families.ts";
import { BoundedCache } from "./font.ts";
import { layoutTextNow } from "./layout.ts";
import { splitClusters, splitFontRuns } from "./runs.ts";

const spies: { mockRestore(): void }[] = [];
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

/** Counts the letters that are shaped from now on, including repeated ones. */
function countShapedLetters(...engines: Font[]): () => number {
  const found = engines.map((engine) => spyOn(engine, "layout"));
  spies.push(...found);
  return () =>
    found.flatMap(({ mock }) => mock.calls).reduce((sum, [text]) => sum + text.length, 0);
}

/** Returns pseudo-random letters, so that no part of the text repeats. */
function scatter(letters: string, length: number): string {
  const all = [...letters];
  let state = 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return all[(state >>> 8) % all.length];
  }).join("");
}

const scriptFont = (letter: string) =>
  getScriptFonts(letter, { weight: 400, language: "zh" })[0]!.engine;
const latin = getFonts({ family: "sans", weight: 400 }).find((font) => font.has(97))!.engine;

test.each([
  ["Latin", "abcdefghijklmnopqrstuvwxyz", latin],
  ["Hebrew", "אבגדהוזחטיכלמנ", scriptFont("א")],
  ["Arabic", "بتثجحخدذرزسشصضطظعغ", scriptFont("ب")],
  ["Devanagari", "कखगघङचछजझञटठडढण\u094D\u093F", scriptFont("क")],
])("a word of 6000 letters of %s is shaped a few times as a whole", (_, letters, engine) => {
  const count = countShapedLetters(engine);
  const { lines } = layoutTextNow(scatter(letters, 6000), { size: 10, width: 900 });
  expect(lines.length).toBeGreaterThan(20);
  expect(count()).toBeLessThan(10 * 6000);
});

test("of a word of 20,000 letters only the requested lines are cut", () => {
  const count = countShapedLetters(latin);
  const options = { size: 10, width: 900, lines: 2 };
  const { lines, cut } = layoutTextNow(scatter("acegikmoqsuwy", 20_000), options);
  expect([lines.length, cut]).toEqual([2, true]);
  expect(count()).toBeLessThan(2 * 20_000);
});

test("a word is shaped once, for any number of tried widths", () => {
  const count = countShapedLetters(latin);
  const text = scatter("bdfhjlnprtvxz", 500).replace(/.{7}/g, "$& ");
  for (let width = 100; width < 600; width += 20) layoutTextNow(text, { size: 10, width });
  expect(count()).toBeLessThan(2 * text.length);
});

test("a long run is cut, after a space if there is one", () => {
  const lengths = (text: string) => splitFontRuns(text).map((run) => run.text.length);
  expect(lengths("a".repeat(1100))).toEqual([512, 512, 76]);
  expect(lengths("four ".repeat(60))).toEqual([260, 40]);
});

test("thousands of marks on a letter form several clusters, and no mark is lost or split", () => {
  const text = `a${"\u{1D165}".repeat(4000)}`;
  const found = splitClusters(text, {}).clusters.map((cluster) => cluster.text);
  expect(found.join("")).toBe(text);
  expect(found.every((one) => one.length <= 64 && one.isWellFormed())).toBe(true);
});

test("100,000 Chinese characters and 100,000 empty lines are laid out", () => {
  const { lines } = layoutTextNow("漢字仮名".repeat(25_000), { size: 10, width: 1000 });
  expect(lines.length).toBe(1000);
  expect(layoutTextNow("\n".repeat(99_999), { size: 10 }).lines.length).toBe(100_000);
});

test("100,000 changes of direction are reordered", () => {
  const runs = Array.from({ length: 100_000 }, (_, at) => ({ at, level: 1 + (at % 2) }));
  expect(visualRuns(runs)[0]).toEqual({ at: 99_999, level: 2 });
});

test("thousands of unclosed isolates leave the letters readable", () => {
  const { lines } = layoutTextNow(`${"\u2067a\u2069".repeat(3000)}end`, { size: 10 });
  expect(lines[0]!.text).toEndWith("aend");
});

test("a map at its maximum weight evicts the oldest entries", () => {
  const map = new BoundedCache<number>(10, (key) => key.length);
  map.get("first", () => 1);
  map.get("second", () => 2);
  expect(map.get("second", () => 3)).toBe(2);
  expect(map.get("first", () => 4)).toBe(4);
});
