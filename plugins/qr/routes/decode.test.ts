import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import QRCode from "qrcode";
import sharp from "sharp";

const hub = await testHub(`${import.meta.dir}/..`);
const url = "/api/qr/decode";
const png = (text: string) => QRCode.toBuffer(text) as Promise<Buffer<ArrayBuffer>>;
const hello = await png("Hello");

function form(file: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.append("file", new File([file], "code.png", { type: "image/png" }));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function refused(answer: Promise<Response>) {
  const res = await answer;
  const { code, detail } = await json(res);
  return [res.status, code, detail];
}

test("decode returns the text, the bytes and the parsed payload", async () => {
  const res = await hub.post(url, { image: (await png("WIFI:T:nopass;S:a\\;b;;")).toBase64() });
  expect(res.status).toBe(200);
  expect((await json(res)).codes[0]).toMatchObject({
    text: "WIFI:T:nopass;S:a\\;b;;",
    bytes_base64: btoa("WIFI:T:nopass;S:a\\;b;;"),
    format: "qr",
    payload: { type: "wifi", ssid: "a;b", security: "nopass", hidden: false },
    url_safety: null,
  });
});

test("decode returns warnings about a URL", async () => {
  const image = `data:image/png;base64,${(await png("http://bit.ly/x")).toBase64()}`;
  const { codes } = await json(await hub.post(url, { image }));
  expect(codes[0].payload).toEqual({ type: "url", url: "http://bit.ly/x" });
  expect(codes[0].url_safety).toEqual({
    scheme: "http",
    host: "bit.ly",
    warnings: ["no_tls", "shortener"],
  });
});

test("decode accepts a form, with options next to the file", async () => {
  const res = await hub.post(url, form(hello, { try_harder: "true", multiple: "false" }));
  expect(await json(res)).toMatchObject({ count: 1, codes: [{ text: "Hello" }] });
});

test("decode accepts the image as the whole body", async () => {
  const webp = (await sharp(hello).webp().toBuffer()) as Buffer<ArrayBuffer>;
  const res = await hub.post(url, new Blob([webp], { type: "image/webp" }), {
    "content-type": "image/webp",
  });
  expect(await json(res)).toMatchObject({ count: 1, codes: [{ text: "Hello" }] });
});

test("decode returns bytes that aren't text", async () => {
  const segments = [{ data: Buffer.from([0xff, 0xfe, 0, 0x80]), mode: "byte" as const }];
  const image = (await QRCode.toBuffer(segments as never)) as Buffer;
  const { codes } = await json(await hub.post(url, { image: image.toBase64() }));
  expect(codes[0].bytes_base64).toBe("//4AgA==");
});

test("decode fails with no_qr_found for an image without a code", async () => {
  const page = { create: { width: 90, height: 90, channels: 3, background: "#48c" } } as const;
  const image = (await sharp(page).png().toBuffer()).toBase64();
  expect(await refused(hub.post(url, { image }))).toEqual([
    404,
    "no_qr_found",
    "body.image has no readable QR code: try_harder makes further attempts",
  ]);
});

test.each([
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ["PDF", "%PDF-1.7"],
  ["text", "Hello"],
])("decode rejects %s, whatever its declared type", async (_, text) => {
  expect(await refused(hub.post(url, form(Uint8Array.from(Buffer.from(text)))))).toEqual([
    400,
    "unsupported_image",
    "body.file must be a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP image",
  ]);
});

test.each(["png", "jpeg", "webp", "gif"] as const)(
  "decode rejects half of a %s",
  async (format) => {
    const noise = { width: 80, height: 80, noise: { type: "gaussian", mean: 128, sigma: 60 } };
    const whole = await sharp({ create: { ...noise, channels: 3, background: "#fff" } as never })
      .toFormat(format)
      .toBuffer();
    const half = whole.subarray(0, whole.length / 2).toBase64();
    const [status, code, detail] = await refused(hub.post(url, { image: half }));
    expect([status, code]).toEqual([400, "unsupported_image"]);
    expect(detail).toStartWith("body.image cannot be decoded completely");
  },
);

test("decode rejects an image above the pixel limit by its header alone", async () => {
  const bomb = Buffer.from(hello);
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  bomb.writeUInt32BE(Bun.hash.crc32(bomb.subarray(12, 29)), 29);
  expect(await refused(hub.post(url, { image: bomb.toBase64() }))).toEqual([
    413,
    "image_too_large",
    "body.image must have at most 25000000 pixels: it has 50000 × 50000",
  ]);
});

test("decode rejects a file of more than 5 MB, and a body larger than any accepted file", async () => {
  const large = Uint8Array.from(Buffer.concat([hello, Buffer.alloc(5_242_880)]));
  expect((await refused(hub.post(url, form(large)))).slice(0, 2)).toEqual([413, "image_too_large"]);
  const huge = form(new Uint8Array(8_000_000));
  expect((await refused(hub.post(url, huge))).slice(0, 2)).toEqual([413, "payload_too_large"]);
});

test.each([
  [{}, "body must have one of file and image: it has neither"],
  [{ image: "%%%" }, "body.image must be base64, alone or as a data URI"],
  [{ image: "data:image/svg+xml,<svg/>" }, "body.image must be base64, alone or as a data URI"],
])("decode rejects %j", async (body, message) => {
  expect(await refused(hub.post(url, body))).toEqual([400, "invalid_input", message]);
});

test("decode rejects a file and an image together", async () => {
  expect(await refused(hub.post(url, form(hello, { image: "AAAA" })))).toEqual([
    400,
    "invalid_input",
    "body must have one of file and image: it has both",
  ]);
});

test("decode rejects an SVG body", async () => {
  const blob = new Blob(["<svg/>"], { type: "image/svg+xml" });
  const res = hub.post(url, blob, { "content-type": "image/svg+xml" });
  expect((await refused(res)).slice(0, 2)).toEqual([415, "unsupported_media_type"]);
});
