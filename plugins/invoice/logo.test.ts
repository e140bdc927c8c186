import { describe, expect, test } from "bun:test";
import { HubError } from "hub";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

const png = await sharp({
  create: { width: 40, height: 20, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
})
  .png()
  .toBuffer();
const bytes = (body: Uint8Array | string, status = 200) =>
  new Response(typeof body === "string" ? body : new Uint8Array(body), { status });

const hub = await testHub(import.meta.dir, {
  net: {
    "logo.example": (request) =>
      bytes(request.url.endsWith("/none") ? "" : png, request.url.endsWith("/none") ? 404 : 200),
    "page.example": () => bytes("Hello"),
    "inner.example": () => {
      throw new HubError("address_not_allowed", "It is not on the public internet");
    },
  },
});

const plain = {
  invoice_number: "A-1",
  from: { name: "Seller", address: "" },
  to: { name: "Buyer", address: "" },
  items: [{ description: "Thing", quantity: 2, unit_price: 10 }],
};
const postInvoice = (body: object) => hub.post("/api/invoice/generate", { ...plain, ...body });
const base64 = (data: Uint8Array | string) => Buffer.from(data).toString("base64");
const hasImage = async (response: Response) => (await response.text()).includes("/Subtype /Image");

test("loads a logo from a URL, base64 or a data URI", async () => {
  expect(await hasImage(await postInvoice({ logo_url: "https://logo.example/a.png" }))).toBe(true);
  expect(await hasImage(await postInvoice({ logo_base64: base64(png) }))).toBe(true);
  expect(
    await hasImage(await postInvoice({ logo_url: `data:image/png;base64,${base64(png)}` })),
  ).toBe(true);
  expect(await hasImage(await postInvoice({}))).toBe(false);
});

test.each(["jpeg", "webp"] as const)("accepts a %s logo", async (format) => {
  const image = await sharp(png).toFormat(format).toBuffer();
  expect(await hasImage(await postInvoice({ logo_base64: base64(image) }))).toBe(true);
});

test("removes external references from an SVG before drawing it", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" onload="x()"><script>x()</script><image href="file:///etc/passwd" width="9" height="9"/><rect width="90" height="30"/></svg>`;
  expect(await hasImage(await postInvoice({ logo_base64: base64(svg) }))).toBe(true);
  expect(
    await hasImage(
      await postInvoice({ logo_url: `data:image/svg+xml,${encodeURIComponent(svg)}` }),
    ),
  ).toBe(true);
});

describe("rejects a logo", () => {
  const at = "body.logo_url";
  test.each([
    [{ logo_url: "https://logo.example/none" }, 422, "logo_unreachable", at],
    [{ logo_url: "https://inner.example/" }, 403, "logo_forbidden_address", at],
    [{ logo_url: "https://page.example/" }, 422, "unsupported_logo", at],
    [{ logo_url: "data:image/png;base64,***" }, 422, "unsupported_logo", at],
    [{ logo_base64: base64(png.subarray(0, 60)) }, 422, "unsupported_logo", "body.logo_base64"],
    [{ logo_base64: base64("<svg><rect") }, 422, "unsupported_logo", "body.logo_base64"],
    [{ logo_base64: base64("GIF89a") }, 422, "unsupported_logo", "body.logo_base64"],
    [{ logo_url: "nonsense" }, 400, "invalid_input", at],
    [{ logo_url: "ftp://logo.example/a.png" }, 400, "invalid_input", at],
    [{ logo_url: "x", logo_base64: "x" }, 400, "invalid_input", "body"],
  ])("%#: %j", async (body, status, code, location) => {
    const response = await postInvoice(body);
    expect(response.status).toBe(status);
    expect(await json(response)).toMatchObject({ code, errors: [{ location }] });
  });

  test("with too many pixels, before decoding it", async () => {
    // The header is enough: it is in the first chunk of a PNG, with a checksum.
    const huge = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    huge.writeUInt32BE(8000, 16);
    huge.writeUInt32BE(8000, 20);
    huge.writeUInt32BE(Bun.hash.crc32(huge.subarray(12, 29)), 29);
    const response = await postInvoice({ logo_base64: base64(huge) });
    expect(response.status).toBe(413);
    expect(await json(response)).toMatchObject({ code: "logo_too_large" });
  });
});

test("omits a failed optional logo with a warning, but rejects a private URL", async () => {
  const response = await postInvoice({
    logo_url: "https://logo.example/none",
    logo_optional: true,
  });
  expect(response.status).toBe(200);
  expect(decodeURI(response.headers.get("x-warning")!)).toStartWith(
    "The logo was left out: Cannot fetch",
  );
  const inner = await postInvoice({ logo_url: "https://inner.example/", logo_optional: true });
  expect(inner.status).toBe(403);
});
