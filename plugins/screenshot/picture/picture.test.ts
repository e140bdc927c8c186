import { expect, test } from "bun:test";
import type { Shot } from "hub";
import sharp from "sharp";
import { browser } from "../fixtures.ts";
import { frameShot } from "./frame.ts";
import { perceptualHash } from "./perceptual-hash.ts";

const shot: Shot = {
  source: { url: "https://example.com/" },
  viewport: { width: 400, height: 300, scale: 2, mobile: true },
  area: "viewport",
  image: { type: "png", transparent: false },
  wait: { until: "auto", delayMs: 500 },
  timeoutMs: 15_000,
  media: { dark: false, reducedMotion: true },
  javascript: true,
  css: ["p{}"],
  blockedHosts: [],
  cookies: [{ name: "a", value: "b" }],
  headers: { "X-A": "b" },
};
const picture = await browser(shot);

test.each([
  ["light" as const, undefined, 400, 344],
  ["none" as const, "red", 528, 428],
  ["dark" as const, "red", 528, 472],
])(
  "a frame %s on the background %p makes 400 × 300 into %d × %d",
  (frame, background, width, height) => {
    const { area, viewport } = frameShot(picture, shot, { frame, background, caption: undefined });
    expect(area).toEqual({ x: 0, y: 0, width, height });
    expect(viewport).toEqual({ width, height, scale: 2, mobile: false });
  },
);

test("a frame is a page without scripts or caller content, for any title", () => {
  const title = '</span><script>alert("x")</script>&amp;';
  const framed = frameShot({ ...picture, title }, shot, {
    frame: "light",
    background: undefined,
    caption: undefined,
  });
  const { html = "" } = "html" in framed.source ? framed.source : {};
  expect(html).toContain("&lt;/span&gt;&lt;script&gt;");
  expect(html).toContain("&lt;/script&gt;&amp;amp;</span>");
  expect(html).not.toContain("<script");
  expect(framed).toMatchObject({ javascript: false, css: [], cookies: [], headers: {} });
});

test("similar images have nearly the same hash, and a mirrored one has a different hash", async () => {
  const resized = await sharp(picture.bytes).resize(200).jpeg({ quality: 60 }).toBuffer();
  const mirrored = await sharp(picture.bytes).flop().toBuffer();
  const [first = 0n, second = 0n, third = 0n] = await Promise.all(
    [picture.bytes, resized, mirrored].map(async (bytes) =>
      BigInt(`0x${await perceptualHash(bytes)}`),
    ),
  );
  const differ = (a: bigint, b: bigint) => (a ^ b).toString(2).replaceAll("0", "").length;
  expect(differ(first, second)).toBeLessThan(6);
  expect(differ(first, third)).toBeGreaterThan(40);
});
