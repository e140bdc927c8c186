import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { isFullDepth, json, sampleCases, testHub } from "hub/testing";
import { withPdfium } from "../engines/pdfium.ts";
import { readCharacters, withTextPage } from "../text/text-page.ts";
import { termLayouts, usualParts, usualTerm } from "./layouts.fixture.ts";
import { ordinaryDocuments, ordinaryTerms } from "./ordinary.fixture.ts";
import { buildRandomLayout, type RandomLayout } from "./random-layouts.fixture.ts";
import { readItems } from "./verify.ts";

// Engines start slowly on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);

async function redact(bytes: Uint8Array, body: Record<string, unknown>) {
  const request = { file_base64: bytes.toBase64(), response: "json", ...body };
  const { data, ...failure } = await json(await hub.post("/api/pdf/redact", request));
  if (!data) throw new Error(JSON.stringify(failure));
  const items = await readItems(Uint8Array.fromBase64(data.base64));
  const text = items.map((page) => page.map(({ text }) => text).join(" ")).join("\n");
  return { data, text };
}

/** Returns the letters of a term that are still where they were drawn. */
async function listLeftLetters(base64: string, { letters }: RandomLayout): Promise<string> {
  return withPdfium(Uint8Array.fromBase64(base64), (opened) => {
    const pages = Array.from({ length: opened.pages }, (_, index) =>
      withTextPage(opened, index + 1, readCharacters),
    );
    const left = letters.filter(({ page, text, x, y }) =>
      pages[page - 1]?.some(
        (one) =>
          one.text === text && x > one.left && x < one.right && y > one.bottom && y < one.top,
      ),
    );
    return left.map(({ text }) => text).join("");
  });
}

describe("removes a term, or reports its parts, from", () => {
  test.each(sampleCases(Object.entries(termLayouts), 6))("%s", async (_, layout) => {
    const { bytes, terms = [usualTerm], body = {}, gone = usualParts, isSplit = false } = layout;
    const { data, text } = await redact(bytes, { terms, ...body });
    if (isSplit) {
      expect(data.unverified.map(({ reason }: { reason: string }) => reason)).toContain("split");
      expect(data.verified).toBe(false);
    } else {
      expect(text).not.toMatch(gone);
      expect(data).toMatchObject({ verified: true, unverified: [] });
    }
    if (layout.left) expect(text).toMatch(layout.left);
  });
});

test.each(sampleCases(ordinaryDocuments, 3))(
  "verifies an ordinary document that has the words of terms apart: $name",
  async ({ bytes }) => {
    const { data } = await redact(bytes, { terms: ordinaryTerms });
    expect(data).toMatchObject({ verified: true, match_count: 0, unverified: [] });
  },
);

// Seeds of overlapping, staggered and slanted columns come first.
const seeds = [3, 17, 49, 60, 72, 115, ...Array.from({ length: 200 }, (_, index) => 1000 + index)];

test.each(isFullDepth ? seeds : seeds.slice(0, 6))(
  "verifies random columns only if no letter of the term is left: seed %i",
  async (seed) => {
    const layout = buildRandomLayout(seed);
    const { data } = await redact(layout.bytes, { terms: [layout.term] });
    const left = await listLeftLetters(data.base64, layout);
    if (!data.verified) {
      expect(data.unverified).toContainEqual(expect.objectContaining({ reason: "split" }));
      return;
    }
    expect({ layout: layout.description, left }).toEqual({ layout: layout.description, left: "" });
  },
);
