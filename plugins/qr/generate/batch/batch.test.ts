import { describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { readCodes } from "../../decode/codes.ts";
import { readRows } from "./codes.ts";

const hub = await testHub(`${import.meta.dir}/../..`);
const post = (body: object) => hub.post("/api/qr/batch", body);
const readManifest = (files: Record<string, Uint8Array>) =>
  JSON.parse(new TextDecoder().decode(files["manifest.json"]));

describe("batch", () => {
  test("returns an archive of images and a manifest", async () => {
    const items = [
      { data: "one", filename: "../a" },
      { data: "two", filename: "A" },
      { data: "3" },
    ];
    const res = await post({ items });
    expect(res.headers.get("content-type")).toBe("application/zip");
    expect([res.headers.get("x-batch-count"), res.headers.get("x-batch-failed")]).toEqual([
      "3",
      "0",
    ]);
    const files = unzipSync(await res.bytes());
    expect(Object.keys(files)).toEqual(["_a.png", "A.png", "qr-003.png", "manifest.json"]);
    const [code] = await readCodes(files["A.png"]!);
    expect(code?.text).toBe("two");
    expect(readManifest(files)[1]).toEqual({
      index: 1,
      filename: "A.png",
      data: "two",
      version: 1,
      ecc: "H",
      verified: true,
      sha256: new Bun.CryptoHasher("sha256").update(files["A.png"]!).digest("hex"),
    });
  });

  test("draws a logo in all codes and a caption below each, and verifies them", async () => {
    const square = { width: 8, height: 8, channels: 3, background: "#00aa77" } as const;
    const logo = { data: (await sharp({ create: square }).png().toBuffer()).toString("base64") };
    const items = [{ data: "one", caption: "One" }, { data: "two" }];
    const files = unzipSync(await (await post({ items, logo })).bytes());
    expect(readManifest(files).map(({ verified }: { verified: boolean }) => verified)).toEqual([
      true,
      true,
    ]);
    const sizes = await Promise.all(
      ["qr-001.png", "qr-002.png"].map((name) => sharp(files[name]).metadata()),
    );
    expect(sizes[1]?.height).toBe(300);
    expect(sizes[0]?.height).toBeGreaterThan(320);
    const { channels } = await sharp(files["qr-002.png"]).stats();
    expect(channels[0]?.mean).not.toBe(channels[1]?.mean);
    const wrong = await json(await post({ items: [{ data: "a", caption: "ᠮ" }] }));
    expect(wrong.errors).toMatchObject([{ location: "body.items.0.caption" }]);
  });

  test("claims nothing about codes that no decoder read", async () => {
    const files = unzipSync(await (await post({ items: [{ data: "a" }], verify: false })).bytes());
    expect(readManifest(files)[0].verified).toBeNull();
  });

  test("draws each code with its own options, and otherwise with those of the batch", async () => {
    const items = [{ data: "one" }, { data: "two", style: "dots" }];
    const res = await post({ items, defaults: { style: "star", size: 100 }, format: "svg" });
    const files = unzipSync(await res.bytes());
    const draw = async (data: string, style: string) =>
      (await hub.get(`/api/qr/generate/svg?data=${data}&style=${style}&size=100`)).text();
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(text("qr-001.svg")).toBe(await draw("one", "star"));
    expect(text("qr-002.svg")).toBe(await draw("two", "dots"));
  });

  test("draws payloads, and WebP", async () => {
    const items = [{ payload: { type: "tel", number: "+4930123456" } }];
    const files = unzipSync(await (await post({ items, format: "webp" })).bytes());
    const [code] = await readCodes(files["qr-001.webp"]!);
    expect(code?.text).toBe("tel:+4930123456");
  });

  test("returns equal bytes for equal requests", async () => {
    const items = [{ data: "one" }, { data: "two", style: "heart" }];
    const [one, two] = [await post({ items }), await post({ items })];
    expect(await one.bytes()).toEqual(await two.bytes());
  });

  test("reads CSV, as a field or as the whole body", async () => {
    const csv = 'data,filename\r\n"one, two",x\r\nthree,\r\n';
    const field = await (await post({ csv })).bytes();
    const raw = await hub.post("/api/qr/batch", csv, { "content-type": "text/csv" });
    expect(await raw.bytes()).toEqual(field);
    expect(Object.keys(unzipSync(field))).toEqual(["x.png", "qr-002.png", "manifest.json"]);
  });

  test("verifies codes of a kind that may not scan", async () => {
    const items = [
      { data: "faint", fg_color: "fefefe" },
      { data: "none", margin: 0 },
      { data: "narrow", margin: 2 },
      { data: "clear", bg_color: "transparent" },
    ];
    const manifest = readManifest(unzipSync(await (await post({ items })).bytes()));
    expect(manifest.map(({ verified }: { verified: boolean | null }) => verified)).toEqual([
      false,
      false,
      true,
      null,
    ]);
  });

  test("fails as a whole, and lists each code that can't be drawn", async () => {
    const items = [
      { data: "a" },
      { data: "b".repeat(3000) },
      {},
      { data: "c", min_version: 40, size: 64 },
    ];
    const body = await json(await post({ items }));
    expect(body).toMatchObject({ code: "batch_failed", status: 422 });
    expect(body.failed).toEqual([
      { index: 1, code: "data_too_long", mode: "byte", capacity: 2953, ecc: "L", bytes: 3000 },
      { index: 2, code: "invalid_input" },
      { index: 3, code: "size_too_small", size_min: 185, modules: 177 },
    ]);
    expect(body.errors.map(({ location }: { location: string }) => location)).toEqual([
      "body.items.1",
      "body.items.2",
      "body.items.3",
    ]);
  });

  test("skips codes that can't be drawn on request", async () => {
    const items = [{ data: "a" }, { data: "b".repeat(3000) }];
    const res = await post({ items, on_error: "skip" });
    expect([res.headers.get("x-batch-count"), res.headers.get("x-batch-failed")]).toEqual([
      "2",
      "1",
    ]);
    const files = unzipSync(await res.bytes());
    expect(Object.keys(files)).toEqual(["qr-001.png", "manifest.json"]);
    expect(readManifest(files)[1]).toMatchObject({
      filename: null,
      error: { code: "data_too_long" },
    });
  });

  test("with strict, fails for codes that aren't known to scan", async () => {
    const items = [{ data: "a", fg_color: "fefefe" }];
    const body = await json(await post({ items, strict: true }));
    expect(body.failed[0]).toMatchObject({ index: 0, code: "unscannable" });
  });
});

describe("batch rejects", () => {
  test("more than 50 codes", async () => {
    const items = Array.from({ length: 51 }, () => ({ data: "x" }));
    expect(await json(await post({ items }))).toMatchObject({
      code: "batch_too_large",
      status: 413,
      batch_max: 50,
    });
    const csv = `data\n${"x\n".repeat(51)}`;
    expect((await post({ csv })).status).toBe(413);
  });

  test("more pixels than the limit", async () => {
    const items = Array.from({ length: 13 }, () => ({ data: "x" }));
    const res = await post({ items, defaults: { size: 2000 } });
    expect(await json(res)).toMatchObject({ code: "batch_too_large", pixels_max: 50_000_000 });
  });

  test.each([
    [{}, "body"],
    [{ items: [{ data: "x" }], csv: "data\nx" }, "body"],
    [{ items: [] }, "body.items"],
    [{ items: [{ data: "x", size: 9 }] }, "body.items.0.size"],
    [{ items: [{ data: "x" }], defaults: { style: "blob" } }, "body.defaults.style"],
    [{ csv: "text\nx" }, "body.csv"],
  ])("%j", async (body, location) => {
    const res = await post(body);
    expect(res.status).toBe(400);
    expect((await json(res)).errors[0].location).toBe(location);
  });
});

test("readRows parses quotes, commas and line ends within quotes", () => {
  const csv = 'data,filename\r\n"a, ""b""\nc",one\r\nplain,\r\n';
  expect(readRows(csv)).toEqual([{ data: 'a, "b"\nc', filename: "one" }, { data: "plain" }]);
});

test("readRows accepts the columns in either order, and a byte order mark", () => {
  expect(readRows("\uFEFFFilename,Data\nx,1")).toEqual([{ data: "1", filename: "x" }]);
});

test("readRows skips empty lines", () => {
  expect(readRows("data\n\n1\n\n\n2\n")).toEqual([{ data: "1" }, { data: "2" }]);
});

test.each([
  ["name\n1", 'must start with the line "data" or "data,filename": it is "name"'],
  ["data,size\n1,2", 'must start with the line "data" or "data,filename": it is "data,size"'],
  ["data,filename\n1,2,3", "must have 2 cells in each row: row 1 has 3"],
  ['data\n"open', "must close the quote that opens at character 6"],
  ['data\n"a"b', "must have a comma or a line end after the quote at character 8"],
])("readRows rejects %j", (csv, fault) => {
  expect(() => readRows(csv)).toThrow(`body.csv ${fault}`);
});
