import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { withPdfium } from "../engines/pdfium.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { renderedPage } from "../engines/render.ts";
import { rawText, withTextPage } from "../text/text-page.ts";
import { hidingPlaces } from "./hiding-places.fixture.ts";
import { readItems } from "./second-engine.ts";

// Engines take their time to start on a busy machine.
setDefaultTimeout(30_000);

const hub = await testHub(`${import.meta.dir}/..`);

describe("a word is gone, or the answer says that it may be there, from", () => {
  test.each(Object.entries(hidingPlaces))("%s", async (_, place) => {
    const { term = "Johnny", body = {}, isUnsure = false } = place;
    const bytes = typeof place.bytes === "function" ? await place.bytes() : place.bytes;
    const answer = await hub.post("/api/pdf/redact", {
      ...{ file_base64: bytes.toBase64(), terms: [term], response: "json" },
      ...body,
    });
    const said = await json(answer);
    expect([answer.status, said.detail]).toEqual([200, undefined]);
    expect(said.data.verified).toBe(!isUnsure);
    if (isUnsure) expect(said.data.unverified.length).toBeGreaterThan(0);
    const file = Uint8Array.fromBase64(said.data.base64);
    expect(await readable(file)).not.toContain(plain(term));
    expect(await insides(file)).not.toContain(plain(term));
    if (place.isSeen && !isUnsure) expect(await look(file)).not.toEqual(await look(bytes));
  });
});

/** As words are compared here: nothing but letters. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}

/** What two engines read. */
async function readable(file: Uint8Array): Promise<string> {
  const items = await readItems(file);
  const first = await withPdfium(file, (opened) =>
    Array.from({ length: opened.pages }, (_, index) => withTextPage(opened, index + 1, rawText)),
  );
  return plain([...items.flat().map(({ text }) => text), "|", ...first].join(""));
}

/** All that a file has, its streams inflated, as letters of one byte, and its strings in digits as well. */
async function insides(file: Uint8Array): Promise<string> {
  const bytes = await qpdfOutput(
    ["--object-streams=disable", "--stream-data=uncompress", "/in.pdf"],
    { files: { "in.pdf": file } },
  );
  const text = Buffer.from(bytes).toString("latin1");
  const strings = [...text.matchAll(/<([\da-fA-F\s]+)>/g)].map(([, digits]) =>
    Buffer.from(digits!.replace(/\s/g, ""), "hex").toString("latin1"),
  );
  const names = text.replace(/#([\da-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return plain([text, names, ...strings].join("|").replaceAll("\0", ""));
}

/** How the first page looks, small. */
function look(file: Uint8Array) {
  return withPdfium(file, (opened) => renderedPage(opened, 1, { widthPixels: 300 }).pixels);
}
