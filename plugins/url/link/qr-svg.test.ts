import { expect, test } from "bun:test";
import jsqr from "jsqr";
import sharp from "sharp";
import { linkHub } from "../link-hub.fixture.ts";

const hub = await linkHub({ baseUrl: "https://go.example" });

test("the URL of a link's QR code needs no key, and the code contains the link", async () => {
  const { code, short_url, qr_url } = await hub.link({ code: "Read_me" });
  expect(qr_url).toBe(`${short_url}/qr.svg`);
  const answer = await hub.fetch(new Request(`http://localhost/s/${code}/qr.svg`));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
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
