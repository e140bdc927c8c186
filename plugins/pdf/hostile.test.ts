import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { isFullDepth, json, sampleCases, seededRandom, testHub } from "hub/testing";
import { hostileFiles, oddFiles, signedPdf, withFaults } from "./hostile.fixture.ts";
import { sampleBase64 } from "./sample.ts";
import { sampleStore } from "./signatures/sample.ts";

// A bound on hanging: engines start slowly on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(import.meta.dir);
/**
 * Half of what the largest bombs inflate to. Not less: a request may inflate 256 MiB, a busy
 * machine frees those buffers late, and the first requests load the engines.
 */
const memoryBytesMax = 2 ** 30;
/** These endpoints change nothing, or write their changes after the signed bytes. */
const readers = [
  "attachments",
  "check",
  "compare",
  "extract-text",
  "fill-form",
  "form-fields",
  "sign",
  "to-images",
  "verify",
];

/** Sends a file to an endpoint with the body of the endpoint's example. */
function send(route: (typeof hub.routes)[number], bytes: Uint8Array, more: object = {}) {
  const content = bytes.toBase64();
  const {
    file: _,
    files,
    before,
    after: __,
    attachments,
    password: ___,
    pkcs12,
    ...others
  } = (route.route.example.body ?? {}) as Record<string, unknown>;
  const sent = files ? { files_base64: [content, sampleBase64] } : { file_base64: content };
  const pair = before ? { before_base64: sampleBase64, after_base64: content } : sent;
  const key = pkcs12 ? { pkcs12_base64: sampleStore } : {};
  const added = attachments ? { attachments_base64: [sampleBase64], names: ["added.pdf"] } : {};
  return hub.post(route.path, { ...others, ...key, ...added, ...pair, ...more });
}

/** Returns the peak memory of the process. */
const peak = () => process.resourceUsage().maxRSS * 1024;

/** The malicious files to try an endpoint with. All endpoints scan a file in the same way first. */
const share = isFullDepth ? 4 : 8;
/** The odd files to try an endpoint with. Each step of an endpoint reads these. */
const oddShare = isFullDepth ? 1 : 6;

/** Two endpoints take pictures and HTML instead of PDFs. */
const routes = hub.routes.filter(({ path }) => !/\/from-(?:html|images)$/.test(path));

describe.each(routes.map((route, place) => ({ ...route, place })))("$path", (route) => {
  const own = Object.entries(hostileFiles).filter(
    (_, index) => (index + route.place) % share === 0,
  );

  test.each(sampleCases(own, 3))("rejects %s", async (_, { bytes, code, limit }) => {
    const before = peak();
    const res = await send(route, bytes);
    const said = await json(res);
    expect([said.code, said.limit]).toEqual([code, limit]);
    expect(res.status).toBe(422);
    expect(peak() - before).toBeLessThan(memoryBytesMax);
  });

  const odd = Object.entries(oddFiles).filter((_, index) => (index + route.place) % oddShare === 0);

  test.each(odd)("survives %s", async (_, bytes) => {
    const before = peak();
    const res = await send(route, bytes);
    expect([200, 409, 422], await res.clone().text()).toContain(res.status);
    expect(peak() - before).toBeLessThan(memoryBytesMax);
  });

  test("never returns 500 for a file with random errors", async () => {
    const random = seededRandom(route.path.length);
    const rounds = isFullDepth ? 12 : 1;
    for (let round = 0; round < rounds; round++) {
      const res = await send(route, withFaults(random));
      expect(res.status, await res.text()).toBeLessThan(500);
    }
  });

  test("reports a signature it would invalidate, and invalidates it on request", async () => {
    const name = route.path.split("/").at(-1)!;
    const res = await send(route, signedPdf);
    if (readers.includes(name)) {
      expect([200, 422]).toContain(res.status);
      return;
    }
    expect([res.status, (await json(res)).code]).toEqual([409, "pdf_signed"]);
    const allowed = await send(route, signedPdf, { invalidate_signatures: true });
    const text = await allowed.text();
    expect(text, text.slice(0, 300)).not.toContain("pdf_signed");
    expect(allowed.status).toBeLessThan(500);
  });
});
