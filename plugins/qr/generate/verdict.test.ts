import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import sharp from "sharp";
import { readCodes } from "../decode/codes.ts";
import { verifyImage } from "../readers/verify.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (body: object) => hub.post("/api/qr/generate", body);
const get = (query: Record<string, string>) =>
  hub.get(`/api/qr/generate?${new URLSearchParams(query)}`);
const verified = (res: Response) => res.headers.get("x-qr-verified");

describe("a verified code", () => {
  test("reads as the same text in a reader that guesses encodings", async () => {
    for (const data of ["Blüte", "你好 Müller", "Привет", "日本語", "日本語 und Ümläute 😀"]) {
      const res = await post({ data, strict: true });
      expect([data, verified(res)]).toEqual([data, "true"]);
      expect((await readCodes(await res.bytes()))[0]?.text).toBe(data);
    }
    expect(verified(await post({ data: "Blüte", eci: "never" }))).toBe("false");
  });

  test("has the same verdict from GET and POST", async () => {
    for (const look of [
      { fg_color: "808080" },
      { size: "150", data: "y".repeat(600) },
      { margin: "3" },
      { bg_color: "transparent" },
      { fg_color: "ccc" },
      { eci: "never", data: "Blüte" },
    ]) {
      const fields = { data: "hi", ...look };
      const body = { ...fields, size: Number(look.size ?? 300), margin: Number(look.margin ?? 4) };
      expect(verified(await get({ ...fields, verify: "true" }))).toBe(verified(await post(body)));
    }
  });

  test("has the same verdict each time, also if a decoder barely reads it", async () => {
    const looks = [
      {
        data: "hello world https://example.com/a?b=",
        size: 380,
        margin: 2,
        style: "classy",
        ecc: "L",
      },
      { data: "Привет мир hello world ", size: 705, style: "classy", ecc: "H" },
      { data: "hello world ", size: 709, style: "classy-rounded", ecc: "M" },
    ];
    for (const look of looks) {
      const draw = () => post({ ...look, eye_style: "circle", format: "json" });
      const [first, ...others] = [await draw(), await draw(), await draw(), await draw()];
      const { scannability } = await json(first as Response);
      for (const other of others) expect((await json(other)).scannability).toEqual(scannability);
    }
  });

  test("has modules that survive a blurred and a smaller view", async () => {
    const res = await post({ data: "y".repeat(600), size: 150, format: "json" });
    const { scannability } = await json(res);
    expect(scannability).toMatchObject({ decoded_ok: true, score: 40 });
    expect(scannability.warnings).toContain("ZBar cannot read the image at half its size");
    const strict = await get({ data: "y".repeat(600), size: "150", strict: "true" });
    expect(await json(strict)).toMatchObject({ status: 422, code: "unscannable" });
    expect(verified(await post({ data: "y".repeat(600), size: 600 }))).toBe("true");
  });

  test("may have modules of any size", async () => {
    for (const size of [120, 700, 2000])
      expect(verified(await post({ data: "hi", size }))).toBe("true");
  });

  test("keeps a byte order mark, and characters that no screen shows", async () => {
    for (const data of ["\ufeffBOM", "a\0b\x1bc", "\u2028\u00ad"])
      expect(verified(await post({ data }))).toBe("true");
  });

  test("is verified by GET in each of its forms", async () => {
    for (const path of ["", "/svg", "/base64"]) {
      const url = `/api/qr/generate${path}?data=Bl%C3%BCte`;
      expect(verified(await hub.get(url))).toBe("unknown");
      expect(verified(await hub.get(`${url}&verify=true`))).toBe("true");
    }
  });
});

test("verifyImage names the decoder that reads another content", async () => {
  const png = await (await post({ data: "Blüte", eci: "never" })).bytes();
  expect(await verifyImage(png, { content: "Blüte", modulePixels: 10 })).toEqual([
    { decoder: "ZBar", rendition: "full size" },
  ]);
  const blank = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  expect(await verifyImage(blank, { content: "a", modulePixels: 3 })).toHaveLength(2);
});

describe("kanji mode", () => {
  test("holds 1,817 Japanese characters at 40-L", async () => {
    const data = "日".repeat(1817);
    const res = await post({ data, ecc: "L", boost_ecc: false, size: 1000, strict: true });
    expect([res.status, res.headers.get("x-qr-version"), verified(res)]).toEqual([
      200,
      "40",
      "true",
    ]);
    const more = await json(await post({ data: `${data}日`, ecc: "L", size: 1000 }));
    expect(more).toMatchObject({ code: "data_too_long", mode: "kanji", capacity: 1817 });
  });

  test("isn't mixed with UTF-8, which readers would decode as Shift JIS or the reverse", async () => {
    const characters = fc.constantFrom(..."日本語ひらカナ、。abc XYZ123üßé€😀Ж한中ＡΩ～");
    const text = fc.array(characters, { minLength: 1, maxLength: 60 }).map((all) => all.join(""));
    await fc.assert(
      fc.asyncProperty(text, async (data) => {
        expect(verified(await post({ data, size: 400 }))).toBe("true");
      }),
      cases(40, 10),
    );
  });
});

describe("encoding=base64", () => {
  const bytes = new Uint8Array([0xff, 0xfe, 0, 0x80, 0x0d]);

  test("encodes bytes that are no text, and verifies them as bytes", async () => {
    const body = { data: bytes.toBase64(), encoding: "base64", strict: true };
    const res = await post(body);
    expect(verified(res)).toBe("true");
    expect((await readCodes(await res.bytes()))[0]?.bytes).toEqual(bytes);
    expect((await json(await post({ ...body, format: "json" }))).data).toBe(bytes.toBase64());
    const fromGet = await get({ data: bytes.toBase64(), encoding: "base64" });
    expect((await readCodes(await fromGet.bytes()))[0]?.bytes).toEqual(bytes);
  });

  test("holds 2,953 bytes", async () => {
    const encode = (count: number) =>
      post({ data: new Uint8Array(count).fill(0xe9).toBase64(), encoding: "base64", size: 555 });
    expect((await encode(2953)).status).toBe(200);
    expect(await json(await encode(2954))).toMatchObject({ code: "data_too_long", capacity: 2953 });
  });

  test("rejects anything else", async () => {
    for (const [body, location] of [
      [{ data: "no base64!" }, "body.data"],
      [{ data: "data:text/plain;base64," }, "body.data"],
      [{ payload: { type: "tel", number: "+4930123456" } }, "body.encoding"],
    ] as const) {
      const res = await post({ ...body, encoding: "base64" });
      expect(await json(res)).toMatchObject({ status: 400, errors: [{ location }] });
    }
  });

  test("works for items of a batch", async () => {
    const items = [{ data: bytes.toBase64(), encoding: "base64" }, { data: "Blüte" }];
    const res = await hub.post("/api/qr/batch", { items, strict: true });
    expect([res.status, res.headers.get("x-batch-failed")]).toEqual([200, "0"]);
  });
});
