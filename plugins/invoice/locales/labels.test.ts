import { expect, test } from "bun:test";
import { missingGlyphs } from "hub/drawing";
import { en } from "./en.ts";
import { fillGaps, loadLabels, locales } from "./labels.ts";

const gaps = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(locales)(
  "the words in %s are whole, have the gaps of English, and can be drawn",
  async (locale) => {
    const labels = await loadLabels(locale);
    for (const [name, word] of Object.entries(en)) {
      const own = labels[name as keyof typeof en];
      expect(own.trim(), name).toBe(own);
      expect(own.length, name).toBeGreaterThan(0);
      expect(gaps(own), name).toEqual(gaps(word));
    }
    expect(missingGlyphs(Object.values(labels).join(" "))).toEqual([]);
  },
);

test("a word of the caller stands in place of the language's", async () => {
  expect(await loadLabels("de", { invoice: "Honorarnote" })).toMatchObject({
    invoice: "Honorarnote",
    receipt: "Quittung",
  });
});

test("gaps are filled with what is given, once", () => {
  expect(fillGaps("{page} of {pages}", { page: "{pages}", pages: "3" })).toBe("{pages} of 3");
});
