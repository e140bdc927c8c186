import { expect, test } from "bun:test";
import { stream } from "../sample.ts";
import { drawing } from "./pages.fixture.ts";
import { buildPatterns } from "./patterns.ts";
import { leftovers } from "./verify.ts";

const look = { regex: [], presets: [], case_sensitive: false, whole_word: false };
const work = {
  patterns: buildPatterns({ ...look, terms: ["Johnny"] }),
  boxes: new Map([[1, [{ left: 100, bottom: 100, right: 200, top: 150 }]]]),
};

test.each<[string, Uint8Array, string[]]>([
  ["nothing", drawing("BT /F 9 Tf 10 10 Td (nobody) Tj ET"), []],
  [
    "text on a page",
    drawing("BT /F 9 Tf 10 10 Td (johnny) Tj ET"),
    ["page 1 as pdf.js reads it", "page 1 as pdfium reads it", "a content stream"],
  ],
  [
    "text in a box",
    drawing("BT /F 9 Tf 110 110 Td (x) Tj ET"),
    ["a box of page 1 as pdf.js reads it", "a box of page 1 as pdfium reads it"],
  ],
  [
    "a form that nothing draws",
    drawing("", { more: [stream("(JOHNNY) Tj", "/Subtype/Form/BBox[0 0 9 9]")] }),
    ["a content stream"],
  ],
  ["a string", drawing("", { more: ["<</A[[<4A6F686E6E79>]]>>"] }), ["a string of the file"]],
  [
    "metadata",
    drawing("", { more: [stream("<x>Johnny</x>", "/Type/Metadata")] }),
    ["the metadata"],
  ],
  [
    "a content stream that cannot be read",
    drawing("", { more: [stream("?", "/Subtype/Form/Filter/Unknown")] }),
    ["a stream that cannot be read"],
  ],
  [
    "an earlier version",
    drawing("", { more: ["(startxref)"] }),
    ["an earlier version of the file"],
  ],
])("reports %s", async (_, bytes, expected) => {
  const left = await leftovers(bytes, work);
  expect([...new Set(left.map(({ where }) => where))]).toEqual(expected);
});
