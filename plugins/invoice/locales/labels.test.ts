import { expect, test } from "bun:test";
import { missingGlyphs } from "hub/drawing";
import { en, fillGaps, loadLabels, locales } from "./labels.ts";

const gaps = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(locales)(
  "the labels in %s are complete, have the placeholders of English, and can be drawn",
  (locale) => {
    const labels = loadLabels(locale);
    expect(Object.keys(labels)).toEqual(Object.keys(en));
    for (const [name, word] of Object.entries(en)) {
      const own = labels[name as keyof typeof en];
      expect(own.trim(), name).toBe(own);
      expect(own.length, name).toBeGreaterThan(0);
      expect(gaps(own), name).toEqual(gaps(word));
    }
    expect(missingGlyphs(Object.values(labels).join(" "))).toEqual([]);
  },
);

test("the caller's label replaces that of the language", () => {
  expect(loadLabels("de", { invoice: "Honorarnote" })).toMatchObject({
    invoice: "Honorarnote",
    receipt: "Quittung",
  });
});

test("fills placeholders with values once", () => {
  expect(fillGaps("{page} of {pages}", { page: "{pages}", pages: "3" })).toBe("{pages} of 3");
});
