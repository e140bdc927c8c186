import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { type Document, readPlainText } from "./document.ts";
import { getShortLanguage, groupTexts } from "./engine.ts";
import { readHtml } from "./html-document.ts";
import { readMarkdown } from "./markdown-document.ts";
import { removeMasks } from "./masks.ts";
import { Terms } from "./terms.ts";

const none = { preserve: new Terms([]), glossary: new Terms([]) };

/** Returns a document after a round trip in which every segment is unchanged. */
function writeUnchanged({ parts, masks, write }: Document): string {
  return parts
    .map((part) => ("fixed" in part ? part.fixed : masks.restore(part.segment, write)))
    .join("");
}

const pieces = fc.constantFrom(
  ..."The house is big . {name} %s #tag * ** _ ` ``` [a](b) <b> </b> <br> <code>x</code> &amp; | - > ⟦0⟧ 😀 東京".split(
    " ",
  ),
  "\n",
  "\n\n",
  "    ",
  "# ",
  "1. ",
  "https://a.example/b?c=d",
);
const texts = fc.array(pieces, { maxLength: 25 }).map((some) => some.join(" "));

test("plain text and Markdown are unchanged if nothing is translated", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(writeUnchanged(readPlainText(text, none))).toBe(text);
      expect(writeUnchanged(readMarkdown(text, none))).toBe(text);
    }),
    cases(200),
  );
});

test("HTML is unchanged, and its tags are never sent to an engine", () => {
  const tags = fc.constantFrom(
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<br/>",
    '<a href="x>y">',
    "</a>",
    "<code>let a;</code>",
    "<!-- c -->",
    "house",
    "is",
    "big",
  );
  fc.assert(
    fc.property(fc.array(tags, { maxLength: 20 }), (some) => {
      const html = some.join(" ");
      const document = readHtml(html, none);
      expect(writeUnchanged(document)).toBe(html);
      for (const part of document.parts)
        if ("segment" in part) expect(removeMasks(part.segment)).not.toMatch(/[<>]|let a/);
    }),
    cases(200),
  );
});

test("detects a translation that loses, duplicates or reorders placeholders", () => {
  const { masks, parts } = readHtml("<p>The <b>big</b> <i>house</i> is red</p>", none);
  const source = parts.map((part) => ("segment" in part ? part.segment : "")).join("");
  const [one = "", two = "", three = "", four = ""] = source.match(/⟦\d+⟧/g) ?? [];
  expect(masks.survive(source, source)).toBe(true);
  expect(masks.survive(source, `${three}casa${four} ${one}grande${two}`)).toBe(true);
  expect(masks.survive(source, source.replace(one, ""))).toBe(false);
  expect(masks.survive(source, source + one)).toBe(false);
  expect(masks.survive(source, `${one}a${three}b${two}c${four}`)).toBe(false);
  expect(masks.survive(source, `${source}⟦`)).toBe(false);
});

test("groups texts in order within the limits, except for a single large text", () => {
  const some = fc.array(fc.string({ maxLength: 30 }), { maxLength: 20 });
  fc.assert(
    fc.property(
      some,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 5 }),
      (all, charactersMax, countMax) => {
        const groups = groupTexts(all, { charactersMax, countMax });
        expect(groups.flat()).toEqual(all);
        for (const group of groups) {
          expect(group.length).toBeLessThanOrEqual(countMax);
          if (group.length > 1) expect(group.join("").length).toBeLessThanOrEqual(charactersMax);
        }
      },
    ),
    cases(100),
  );
});

test("the longest term wins, as a whole word, with the capitalization of the text", () => {
  const terms = new Terms([
    ["big", "gross"],
    ["big house", "villa"],
    ["東京", "Tokio"],
  ]);
  const shown = (text: string) =>
    terms.find(text).map((one) => [text.slice(one.start, one.end), one.text]);
  expect(shown("A Big house, bigger, a big car")).toEqual([
    ["Big house", "Villa"],
    ["big", "gross"],
  ]);
  expect(shown("今日は東京です")).toEqual([["東京", "Tokio"]]);
  expect(["eng", "en-GB", "pt-BR"].map(getShortLanguage)).toEqual(["en", "en", "pt"]);
});
