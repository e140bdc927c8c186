import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { allowMeasuring, type SetText, setText } from "./set.ts";

allowMeasuring();

const listTexts = ({ lines }: SetText) =>
  lines.map(({ runs }) =>
    runs.flatMap(({ clusters }) => clusters.map(({ text }) => text)).join(""),
  );

const set = (text: string, width?: number) =>
  setText(text, { weight: 400, ...(width !== undefined && { width }) });

const words = fc
  .array(
    fc.string({
      unit: fc.constantFrom(..."abcdefghijKLMÄßéЖλ0123.,"),
      minLength: 1,
      maxLength: 12,
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((list) => list.join(" "));

test("no line is wider than the limit, and no letter is lost", () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 3, max: 30 }), (text, width) => {
      const result = set(text, width);
      for (const line of result.lines) expect(line.width).toBeLessThanOrEqual(width + 1e-6);
      expect(listTexts(result).join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }),
    cases(100, 8),
  );
});

test("breaks lines at a space or after a hyphen, and within a word only if it doesn't fit on a line", () => {
  expect(listTexts(set("one two three", 4.2))).toEqual(["one two", "three"]);
  expect(listTexts(set("well-known thing", 3.5))).toEqual(["well-", "known", "thing"]);
  const [first = "", ...others] = listTexts(set("mmmmmmmm", 3));
  expect(first).toBe("mmm");
  expect(first + others.join("")).toBe("mmmmmmmm");
});

test("a line break starts a line, also an empty one", () => {
  expect(listTexts(set("a\n\nb"))).toEqual(["a", "", "b"]);
});

test("kerns pairs of letters, but not digits", () => {
  const width = (text: string) => set(text).lines[0]?.width ?? 0;
  expect(width("AV")).toBeLessThan(width("A") + width("V"));
  expect(width("11")).toBeCloseTo(2 * width("1"), 9);
});

test("groups shaped text into runs by script, and reports characters without a glyph", () => {
  const arabic = set("مرحبا");
  expect(arabic.lines).toHaveLength(1);
  expect(arabic.lines[0]?.runs[0]?.x).toBe(0);
  expect(set("ok \u{13000}").missing).toEqual(["\u{13000}"]);
  expect(set("ok").missing).toEqual([]);
});

test("breaks an artificial word of any length", () => {
  const lines = listTexts(set("ن".repeat(100), 30));
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join("")).toHaveLength(100);
});
