import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { decodeCharset, decodeCharsetStream, encodeCharset } from "./charset.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const encode = (body: object) => hub.post("/api/dev/charset/encode", body);
const decode = (body: object) => hub.post("/api/dev/charset/decode", body);

// Encoded by Python's codecs.
test.each([
  ["gb18030", "漢字 € 😀 ㆠ", "9d68d7d620a2e3209439fc36208139b434"],
  ["gbk", "汉字測試", "babad7d69c79d487"],
  ["big5", "漢字測試", "ba7ea672b4fab8d5"],
  ["shift_jis", "日本語ｶﾅ①", "93fa967b8ceab6c58740"],
  ["euc-jp", "日本語ｶﾅ", "c6fccbdcb8ec8eb68ec5"],
  ["euc-kr", "한국어", "c7d1b1b9beee"],
  ["euc-kr", "뷁", "94ee"],
  ["koi8-r", "Привет", "f0d2c9d7c5d4"],
  ["koi8-u", "Привіт ґ", "f0d2c9d7a6d420ad"],
  ["windows-1250", "Příliš žluťoučký", "50f8ed6c699a209e6c759d6f75e86bfd"],
  ["windows-1251", "Привет €", "cff0e8e2e5f22088"],
  ["windows-1252", "“Ä€” – œ", "93c480942096209c"],
  ["windows-1253", "Καλημέρα", "cae1ebe7ecddf1e1"],
  ["windows-1254", "İstanbul ğş", "dd7374616e62756c20f0fe"],
  ["windows-1255", "שלום", "f9ece5ed"],
  ["windows-1256", "مرحبا", "e3d1cdc8c7"],
  ["windows-1257", "Ačiū žąsis", "41e869fb20fee0736973"],
  ["windows-1258", "Đông ₫", "d0f46e6720fe"],
  ["windows-874", "สวัสดี", "cac7d1cab4d5"],
  ["iso-8859-2", "Łódź", "a3f364bc"],
  ["iso-8859-5", "Привет", "bfe0d8d2d5e2"],
  ["iso-8859-7", "Καλημέρα", "cae1ebe7ecddf1e1"],
  ["iso-8859-8", "שלום", "f9ece5ed"],
  ["iso-8859-15", "Œuvre €", "bc7576726520a4"],
  ["iso-8859-16", "București €", "427563757265ba746920a4"],
  ["macintosh", "Ä π •", "8020b920a5"],
  ["utf-16le", "Ä漢😀", "c400226f3dd800de"],
  ["utf-16be", "Ä漢😀", "00c46f22d83dde00"],
  ["utf-8", "Ä漢😀", "c384e6bca2f09f9880"],
  ["ibm866", "Привет ╬", "8fe0a8a2a5e220ce"],
])("charset agrees with Python on %s: %s", async (charset, text, hex) => {
  const encoded = await json(await encode({ text, charset }));
  expect(Uint8Array.fromBase64(encoded.data_base64).toHex()).toBe(hex);
  expect(await json(await decode({ hex, charset }))).toMatchObject({ text, charset, notes: [] });
});

test.each([
  ["latin1", "windows-1252"],
  ["SJIS", "shift_jis"],
  ["cp1251", "windows-1251"],
  ["unicode", "utf-16le"],
  ["gb2312", "gbk"],
])("charset takes the label %s of %s", async (label, charset) => {
  expect((await json(await encode({ text: "a", charset: label }))).charset).toBe(charset);
});

test.each([
  ["efbbbf61", "utf-8"],
  ["fffe6100", "utf-16le"],
  ["feff0061", "utf-16be"],
])("charset decode detects the byte order mark of %s", async (hex, charset) => {
  expect(await json(await decode({ hex }))).toMatchObject({ text: "a", charset, had_bom: true });
});

test("charset decode guesses no charset", async () => {
  expect((await json(await decode({ hex: "c3a4" }))).text).toBe("ä");
  const res = await decode({ hex: "e4" });
  expect(res.status).toBe(422);
  expect((await json(res)).detail).toStartWith("Cannot detect the charset");
});

test.each([
  ["utf-8", "61c3a4ff61", 3],
  ["utf-8", "61e64161", 1],
  ["utf-8", "61e6bc", 1],
  ["utf-8", "efbbbf61ff", 4],
  ["shift_jis", "93faa0", 2],
  ["utf-16le", "610000d8", 2],
  ["windows-1253", "61ff", 1],
])("charset decode reports invalid %s: %s at %d", async (charset, hex, offset) => {
  const res = await decode({ hex, charset });
  expect([res.status, (await json(res)).offset]).toEqual([422, offset]);
  const lenient = await json(await decode({ hex, charset, strict: false }));
  expect(lenient.text).toContain("\ufffd");
  expect(lenient.notes).toEqual([`Invalid bytes became U+FFFD, the first at offset ${offset}`]);
});

test("charset encode never changes a character silently", async () => {
  const text = "5 € für 漢";
  const res = await encode({ text, charset: "iso-8859-2" });
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({
    detail: "Cannot encode the character U+20AC at position 2 in iso-8859-2",
    offset: 2,
  });
  const replaced = async (unencodable: string) => {
    const { data_base64, notes } = await json(
      await encode({ text, charset: "koi8-r", unencodable }),
    );
    return [Buffer.from(data_base64, "base64").toString("latin1"), notes.length];
  };
  expect(await replaced("question")).toEqual(["5 ? f?r ?", 1]);
  expect(await replaced("xml")).toEqual(["5 &#8364; f&#252;r &#28450;", 1]);
});

test("charset encode adds a byte order mark on request", async () => {
  const { data_base64 } = await json(await encode({ text: "a", charset: "utf-16be", bom: true }));
  expect(Uint8Array.fromBase64(data_base64).toHex()).toBe("feff0061");
  expect((await json(await encode({ text: "a", charset: "big5", bom: true }))).detail).toBe(
    "body.bom must be false for big5: only utf-8, utf-16le and utf-16be have a byte order mark",
  );
});

test("charset lists charsets if asked for an unknown one", async () => {
  const res = await encode({ text: "a", charset: "klingon" });
  expect(res.status).toBe(400);
  expect((await json(res)).detail).toContain("windows-1252, iso-8859-2, koi8-r, shift_jis");
});

test("charset encode rejects a charset that can only be decoded", async () => {
  const hex = "1b2442467c4b5c1b2842";
  expect((await json(await decode({ hex, charset: "iso-2022-jp" }))).text).toBe("日本");
  expect((await json(await encode({ text: "a", charset: "iso-2022-jp" }))).detail).toBe(
    "body.charset must not be iso-2022-jp: it can only be decoded",
  );
});

test("charset takes raw bodies and returns bytes", async () => {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    accept: "application/octet-stream",
  };
  const res = await hub.post("/api/dev/charset/encode?charset=utf-16le", new Blob(["ä"]), headers);
  const back = await hub.post("/api/dev/charset/decode?charset=utf-16le", await res.blob(), {
    "content-type": "application/octet-stream",
    accept: "text/plain",
  });
  expect(await back.text()).toBe("ä");
});

/** A text whose characters have all lengths, and start at every distance from the edge of a chunk. */
const long = "aé日€Ж\n".repeat(200_000);
const octets = { "content-type": "application/octet-stream" };

test.each(["utf-8", "utf-16be", "gb18030"])(
  "charset encodes and decodes a large file in %s like a small one",
  async (charset) => {
    const { content } = encodeCharset(long, { charset, unencodable: "fail", bom: false });
    const query = `?charset=${charset}`;
    const encoded = await hub.post(`/api/dev/charset/encode${query}`, new Blob([long]), octets);
    const { data_base64, ...facts } = await json(encoded);
    expect(data_base64 === content.toBase64()).toBe(true);
    expect(facts).toEqual({ success: true, charset, bytes: content.length, notes: [] });

    const file = new Blob([Uint8Array.from(content)]);
    const decoded = await json(await hub.post(`/api/dev/charset/decode${query}`, file, octets));
    expect(decoded.text === long).toBe(true);
    const bytes = await hub.post(`/api/dev/charset/decode${query}`, file, {
      ...octets,
      accept: "application/octet-stream",
    });
    expect((await bytes.text()) === long).toBe(true);
  },
);

test("charset reports the first character of a large text that the charset lacks", async () => {
  const res = await hub.post(
    "/api/dev/charset/encode?charset=koi8-r",
    new Blob(["é".repeat(10), long]),
    octets,
  );
  expect(await json(res)).toMatchObject({ code: "not_convertible", offset: 0 });
  const late = await hub.post(
    "/api/dev/charset/encode?charset=koi8-r",
    new Blob(["Ж".repeat(1_000_000), "漢"]),
    octets,
  );
  expect(await json(late)).toMatchObject({ code: "not_convertible", offset: 1_000_000 });
});

test.each([
  ["utf-8", "c3a4ff61"],
  ["utf-8", "61e6bc"],
  ["utf-8", "efbbbf61f09f98"],
  ["auto", "efbbbf61c3a4"],
  ["auto", "fffe6100e400"],
  ["auto", "61e4"],
  ["shift_jis", "93fa967ba0"],
  ["utf-16le", "61003dd800de3dd8"],
  ["iso-2022-jp", "1b2442467c4b5c1b284261"],
  ["iso-2022-jp", "1b2442467cff1b2842"],
  ["gb18030", "81308130ff"],
  ["windows-1253", "61ff"],
])("charset decodes %s in pieces of every size like at once: %s", async (charset, hex) => {
  const bytes = Uint8Array.fromHex(hex);
  const results = async (strict: boolean, size: number) => {
    const source = {
      size: bytes.length,
      async *read() {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      },
    };
    try {
      const { write, finish } = await decodeCharsetStream(source, { charset, strict });
      let text = "";
      for await (const piece of write()) text += piece;
      return { text, ...finish() };
    } catch (error) {
      return String(error);
    }
  };
  for (const strict of [true, false]) {
    const whole = await Promise.try(decodeCharset, bytes, { charset, strict }).catch(String);
    for (let size = 1; size <= bytes.length; size++)
      expect([size, await results(strict, size)]).toEqual([size, whole]);
  }
});

// Encoded by Python's codecs.
test.each([
  ["gb18030", "你好，世界！这是一个测试", "c4e3bac3a3accac0bde7a3a1d5e2cac7d2bbb8f6b2e2cad4"],
  ["shift_jis", "日本語の文章です", "93fa967b8cea82cc95b68fcd82c582b7"],
  ["iso-2022-jp", "日本語の文章です", "1b2442467c4b5c386c244e4a383e4f24472439" + "1b2842"],
  ["windows-1251", "Привет, как дела", "cff0e8e2e5f22c20eae0ea20e4e5ebe0"],
])("charset detects %s, and says that it guesses", async (charset, text, hex) => {
  const answer = await json(await decode({ hex }));
  expect(answer).toMatchObject({ charset, text });
  expect(answer.notes).toEqual([
    "The charset was guessed from the bytes: choose one if the text is wrong",
  ]);
});

test("charset detects no text in binary data", async () => {
  expect((await decode({ hex: "00010203fffefdfc8081c3280000" })).status).toBe(422);
});

test("charset detects the charset of a streamed file by its beginning", async () => {
  const bytes = Buffer.from("c4e3bac3a3accac0bde7a3a1".repeat(100_000), "hex");
  const form = new FormData();
  form.set("file", new File([bytes], "a.txt"));
  const answer = await json(await hub.post("/api/dev/charset/decode", form));
  expect([answer.charset, answer.text.slice(0, 6)]).toEqual(["gb18030", "你好，世界！"]);
  expect(answer.notes).toHaveLength(1);
});

test.each([
  ["FranÃ§ois â€“ cafÃ©", "François – café"],
  ["ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет"],
  ["Ã is a letter", "Ã is a letter"],
  ["Ã© and é", "Ã© and é"],
])("charset reads %s as %s", async (text, restored) => {
  const answer = await json(await decode({ text }));
  expect([answer.text, answer.notes.length]).toEqual([restored, text === restored ? 0 : 1]);
  expect((await json(await decode({ text, charset: "utf-8" }))).text).toBe(text);
});
