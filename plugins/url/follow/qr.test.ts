import { expect, test } from "bun:test";
import jsqr from "jsqr";
import sharp from "sharp";
import { linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub({ baseUrl: "https://go.example" });

test.each([
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
])("the QR code of a link needs no key, and contains the link: %s", async (format, type) => {
  const { code, short_url, qr_url } = await hub.link({ code: `Read_me_${format}` });
  expect(qr_url).toBe(`${short_url}/qr.svg`);
  const answer = await hub.fetch(new Request(`http://localhost/s/${code}/qr.${format}`));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  expect(answer.headers.get("etag")).not.toBeNull();
  const image = await sharp(await answer.bytes())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { data, info } = image;
  expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(short_url);
});

test("draws a QR code only for active links, and uses up no redirect", async () => {
  expect((await hub.get("/s/nothing/qr.svg")).status).toBe(404);
  const { code } = await hub.link({ max_clicks: 1 });
  expect((await hub.get(`/s/${code}/qr.svg`)).status).toBe(200);
  expect((await hub.click(code)).status).toBe(302);
  const { code: off } = await hub.link();
  await hub.edit(off, { enabled: false });
  expect((await hub.get(`/s/${off}/qr.svg`)).status).toBe(410);
});
