import { expect, test } from "bun:test";
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from "node:zlib";
import { json, testHub } from "hub/testing";
import { compressionFormats } from "./request.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const compress = (format: string, body: object) => hub.post(`/api/dev/compress/${format}`, body);
const decompress = (format: string, body: object) =>
  hub.post(`/api/dev/decompress/${format}`, body);

const contents: Readonly<Record<string, Uint8Array>> = {
  empty: new Uint8Array(),
  text: new TextEncoder().encode("Ärger, 漢字 and 😀\n"),
  repeats: new TextEncoder().encode("abc".repeat(400)),
  bytes: Uint8Array.from({ length: 256 }, (_, at) => at),
  x: new TextEncoder().encode("X"),
};

// Compressed by gzip 1.12, Python's zlib and zstd 1.5.4, and by Node's Brotli, whose output another decoder verified.
test.each([
  ["gzip", "empty", "H4sIAAAAAAACAwMAAAAAAAAAAAA="],
  ["deflate", "empty", "eNoDAAAAAAE="],
  ["deflate-raw", "empty", "AwA="],
  ["zstd", "empty", "KLUv/SQAAQAAmenYUQ=="],
  ["gzip", "text", "H4sIAAAAAAACAzvcUpSeWqSj8GzPoqdrpysk5qUofJg/o4ELAKyYUPQYAAAA"],
  ["deflate", "text", "eNo73FKUnlqko/Bsz6Kna6crJOalKHyYP6OBCwCYGgvV"],
  ["deflate-raw", "text", "O9xSlJ5apKPwbM+ip2unKyTmpSh8mD+jgQsA"],
  ["zstd", "text", "KLUv/QRowQAAw4RyZ2VyLCDmvKLlrZcgYW5kIPCfmIAKY3ZZWw=="],
  ["gzip", "repeats", "H4sIAAAAAAACA0tMSk4cRaNoFI2ioYAAiMlSS7AEAAA="],
  ["deflate", "repeats", "eNpLTEpOHEWjaBSNoqGAAM9by3A="],
  ["deflate-raw", "repeats", "S0xKThxFo2gUjaKhgAA="],
  ["zstd", "repeats", "KLUv/QRoVQAAGGFiYwEAqvi7IeufDaA="],
  [
    "gzip",
    "bytes",
    "H4sIAAAAAAACAwEAAf/+AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/3OMBSkAAQAA",
  ],
  [
    "deflate",
    "bytes",
    "eNoBAAH//gABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj9AQUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpbXF1eX2BhYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ent8fX5/gIGCg4SFhoeIiYqLjI2Oj5CRkpOUlZaXmJmam5ydnp+goaKjpKWmp6ipqqusra6vsLGys7S1tre4ubq7vL2+v8DBwsPExcbHyMnKy8zNzs/Q0dLT1NXW19jZ2tvc3d7f4OHi4+Tl5ufo6err7O3u7/Dx8vP09fb3+Pn6+/z9/v+t9n+B",
  ],
  [
    "deflate-raw",
    "bytes",
    "AQAB//4AAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4/QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFlaW1xdXl9gYWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1+f4CBgoOEhYaHiImKi4yNjo+QkZKTlJWWl5iZmpucnZ6foKGio6SlpqeoqaqrrK2ur7CxsrO0tba3uLm6u7y9vr/AwcLDxMXGx8jJysvMzc7P0NHS09TV1tfY2drb3N3e3+Dh4uPk5ebn6Onq6+zt7u/w8fLz9PX29/j5+vv8/f7/",
  ],
  [
    "zstd",
    "bytes",
    "KLUv/QRoAQgAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/0uQzQY=",
  ],
  ["brotli", "empty", "Ow=="],
  ["brotli", "text", "iwuAw4RyZ2VyLCDmvKLlrZcgYW5kIPCfmIAKAw=="],
  ["brotli", "repeats", "G68E+CXDxMbCsyDgDA0="],
  [
    "brotli",
    "bytes",
    "G/8A6C8O7FgZWEOqB44aNm7tQAxs295ktQ7OC7nvFAfnlZxHHIQKxwh5ryxDlCskJtjEsbu/AyDChDIupNLGOh9iyqW2Puba574PgBCMoBhOkBTNsBwviJKsqJpumJbtuJ4fhFGcpFlelFXdtF0/jNO8rNt+nNf9vN/vDyAYQTGcICmaYTleECVZUTXdMC3bcT0/CKM4SbO8KKu6abt+GKd5Wbf9OK/7eb8fQIQJZVxIpY11PgijOEmzvCirumm7fhineVm3/Tiv+3m/H8Si5pHVs/c=",
  ],
  ["brotli", "x", "CwCAWAM="],
])("decompress reads %s of other programs: %s", async (format, name, data_base64) => {
  const octets = { accept: "application/octet-stream" };
  const res = await hub.post(`/api/dev/decompress/${format}`, { data_base64 }, octets);
  expect(await res.bytes()).toEqual(contents[name] ?? new Uint8Array());
  const { notes, bytes } = await json(await decompress(format, { data_base64 }));
  expect([bytes, notes]).toEqual([contents[name]?.length, []]);
  if (/^(?:gzip|deflate|zstd)$/.test(format))
    expect((await json(await decompress("auto", { data_base64 }))).format).toBe(format);
});

test.each([...compressionFormats])("%s survives compression and decompression", async (format) => {
  const text = "Hello ".repeat(1000);
  const { data_base64, bytes, compressed_bytes } = await json(await compress(format, { text }));
  expect(bytes).toBe(6000);
  expect(compressed_bytes).toBeLessThan(100);
  expect((await json(await decompress(format, { data_base64 }))).text).toBe(text);
});

test.each([...compressionFormats])("decompress rejects truncated %s everywhere", async (format) => {
  const { data_base64 } = await json(await compress(format, { text: "Hello Hello World!" }));
  const hex = Uint8Array.fromBase64(data_base64).toHex();
  for (let end = 0; end < hex.length; end += 2) {
    const res = await decompress(format, { hex: hex.slice(0, end) });
    expect([end, res.status]).toEqual([end, 422]);
  }
});

test.each(["deflate", "deflate-raw", "brotli", "zstd"])(
  "decompress reports what follows %s",
  async (format) => {
    const { data_base64 } = await json(await compress(format, { text: "Hello" }));
    const hex = `${Uint8Array.fromBase64(data_base64).toHex()}ffff`;
    expect(await json(await decompress(format, { hex }))).toMatchObject({
      text: "Hello",
      notes: ["2 bytes after the end of the compressed data were ignored"],
    });
  },
);

test.each(["gzip", "zstd"])("decompress joins the parts of %s", async (format) => {
  const pack = async (text: string) =>
    Uint8Array.fromBase64((await json(await compress(format, { text }))).data_base64).toHex();
  const hex = (await pack("Hello")) + (await pack(" World"));
  expect(await json(await decompress(format, { hex }))).toMatchObject({
    text: "Hello World",
    notes: [],
  });
});

test("decompress skips the skippable frames of zstd", async () => {
  const { data_base64 } = await json(await compress("zstd", { text: "Hello" }));
  const hex = `502a4d1802000000abcd${Uint8Array.fromBase64(data_base64).toHex()}`;
  expect((await json(await decompress("zstd", { hex }))).text).toBe("Hello");
});

test.each([...compressionFormats])("decompress limits the content of %s", async (format) => {
  const max = hub.plugin.manifest.limits?.compressionBytesMax ?? 0;
  const { compress: pack } = await import("./compress.ts");
  const { content } = pack(new Uint8Array(max + 1), { format, level: 1 });
  const res = await decompress(format, { data_base64: content.toBase64() });
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({
    code: "result_too_large",
    detail: "The decompressed data must have at most 10485760 bytes",
  });
});

test("decompress doesn't guess formats without a signature", async () => {
  const res = await decompress("auto", { hex: "0600" });
  expect((await json(res)).detail).toBe(
    "Cannot detect the format of the data: gzip, deflate and zstd have signatures, so choose one of brotli and deflate-raw",
  );
});

test("compress reports a level that the format lacks", async () => {
  const res = await compress("gzip", { text: "a", level: 10 });
  expect(res.status).toBe(400);
  expect((await json(res)).detail).toBe("body.level must be 0 to 9 for gzip: it is 10");
});

test("compress and decompress take raw bodies and names in any spelling", async () => {
  const headers = {
    "content-type": "application/octet-stream",
    accept: "application/octet-stream",
  };
  const packed = await hub.post("/api/dev/compress/GZIP?level=9", new Blob(["Hello"]), headers);
  const res = await hub.post("/api/dev/decompress/auto", await packed.blob(), {
    ...headers,
    accept: "text/plain",
  });
  expect(await res.text()).toBe("Hello");
});

test.each([...compressionFormats])(
  "compress reads a large file in %s as a stream",
  async (format) => {
    const max = hub.plugin.manifest.limits?.compressionBytesMax ?? 0;
    const content = Buffer.alloc(max + 1, "0123456789abcdefgh\n");
    const path = `/api/dev/compress/${format}?level=1`;
    const octets = { "content-type": "application/octet-stream" };
    const { data_base64, ...facts } = await json(await hub.post(path, new Blob([content]), octets));
    const packed = Buffer.from(data_base64, "base64");
    const unpack = {
      ...{ gzip: gunzipSync, deflate: inflateSync, "deflate-raw": inflateRawSync },
      ...{ brotli: brotliDecompressSync, zstd: zstdDecompressSync },
    }[format];
    expect(unpack(packed).equals(content)).toBe(true);
    expect(facts).toEqual({
      ...{ success: true, format, bytes: content.length, compressed_bytes: packed.length },
    });
    const bytes = await hub.post(path, new Blob([content]), {
      ...octets,
      accept: "application/octet-stream",
    });
    expect(Buffer.from(await bytes.bytes()).equals(packed)).toBe(true);
  },
);

test("compress reports the wrong level of a large file", async () => {
  const max = hub.plugin.manifest.limits?.compressionBytesMax ?? 0;
  const headers = { "content-type": "application/octet-stream" };
  const file = new Blob([new Uint8Array(max + 1)]);
  const res = await hub.post("/api/dev/compress/gzip?level=10", file, headers);
  expect((await json(res)).detail).toBe("body.level must be 0 to 9 for gzip: it is 10");
});
