import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { digestChunks } from "./digester.ts";
import { algorithms, computeDigest } from "./hash.ts";

const bytes = new Uint8Array(2_000_003).map((_, at) => (at * 31 + (at >> 7)) & 0xff);

/** Cuts bytes into chunks of different sizes, including empty ones. */
async function* cut(content: Uint8Array) {
  for (let at = 0, size = 0; at < content.length; at += size, size = (size * 2 + 1) % 70_001)
    yield content.subarray(at, at + size);
}

test("chunks have the same digests as their bytes at once", async () => {
  const digests = await digestChunks(cut(bytes), algorithms);
  for (const name of algorithms)
    expect(`${name} ${digests.get(name)?.toString("hex")}`).toBe(
      `${name} ${computeDigest(bytes, name).toString("hex")}`,
    );
});

test("no chunks have the digests of an empty text", async () => {
  const digests = await digestChunks(cut(new Uint8Array()), algorithms);
  for (const name of algorithms) expect(digests.get(name)).toEqual(computeDigest("", name));
});

test("a large upload is hashed, and compared with a hash of another algorithm", async () => {
  const hub = await testHub(`${import.meta.dir}/..`);
  const form = new FormData();
  form.set("file", new File([bytes], "large.bin"));
  const sha512 = computeDigest(bytes, "sha512").toString("hex");
  form.set("expected", sha512);
  expect(await json(await hub.post("/api/dev/hash", form))).toMatchObject({
    hash: computeDigest(bytes, "sha256").toString("hex"),
    input_bytes: bytes.length,
    matched: { sha256: false, sha512: true },
    identified: ["sha512"],
  });
});
