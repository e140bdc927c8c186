import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { encodeStream, isStreamable } from "./encode-stream.ts";
import { loadFormat } from "./formats.ts";
import { formatNames } from "./request.ts";
import type { InputSource } from "./source.ts";

const hub = await testHub(`${import.meta.dir}/..`);
/** Every kind of character at every distance from the edge of a chunk. */
const text = "aé€😀<&\\\0".repeat(30_000);
const bytes = Buffer.from(text);
const binary = { "content-type": "application/octet-stream" };

/** A source that is read in chunks of odd sizes. */
const source: InputSource = {
  size: bytes.length,
  async *read() {
    for (let at = 0; at < bytes.length; at += 99_991) yield bytes.subarray(at, at + 99_991);
  },
};

test.each(formatNames.filter(isStreamable))(
  "%s of a stream equals that of the bytes",
  async (format) => {
    const totals = { input_bytes: 0, output_length: 0 };
    let written = "";
    for await (const piece of encodeStream(source, format, totals)) written += piece;
    const { encode } = await loadFormat(format);
    expect(written === encode(bytes, { strict: true, idn: false })).toBe(true);
    expect(totals).toEqual({ input_bytes: bytes.length, output_length: written.length });
  },
);

test.each([
  ["", { padding: true, wrap: 0 }],
  ["?wrap=76", { wrap: 76 }],
  ["?wrap=7&url_safe=true&padding=false", { wrap: 7, url_safe: true, padding: false }],
] as const)(
  "base64 of a large file equals that of a small one, with %p",
  async (query, options) => {
    const { wrap = 0, ...flags } = { url_safe: false, padding: true, ...options };
    const digits = bytes.toBase64({
      alphabet: flags.url_safe ? "base64url" : "base64",
      omitPadding: !flags.padding,
    });
    const expected = wrap > 0 ? digits.match(new RegExp(`.{1,${wrap}}`, "g"))?.join("\n") : digits;
    const path = `/api/dev/base64/encode${query}`;
    const answer = await json(await hub.post(path, new Blob([bytes]), binary));
    expect(answer.result === expected).toBe(true);
    expect(answer).toMatchObject({
      ...{ success: true, input_bytes: bytes.length, output_length: expected?.length },
    });
    const plain = await hub.post(path, new Blob([bytes]), { ...binary, accept: "text/plain" });
    expect(plain.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect((await plain.text()) === expected).toBe(true);
  },
);

test("a stream that isn't UTF-8 is refused at the position of the first error", async () => {
  const broken = Buffer.concat([bytes, Buffer.from([0xff, 0x41])]);
  const res = await hub.post("/api/dev/encode/html", new Blob([broken]), binary);
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({ code: "not_convertible", offset: bytes.length });
});

test("a format that isn't streamed says how much it accepts", async () => {
  const res = await hub.post("/api/dev/encode/quoted-printable", new Blob([bytes]), binary);
  expect((await json(res)).detail).toBe(
    `body must have at most 262144 bytes for quoted-printable: it has ${bytes.length}`,
  );
});
