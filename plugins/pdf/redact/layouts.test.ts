import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { termLayouts, usualParts, usualTerm } from "./layouts.fixture.ts";
import { ordinaryDocuments, ordinaryTerms } from "./ordinary.fixture.ts";
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
