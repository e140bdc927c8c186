import type { Browser } from "hub";

export default {};

/** A fake browser: every page is a gradient. */
export const browser: Browser = async ({ source, viewport, image }) => {
  const { default: sharp } = await import("sharp");
  const width = Math.round(viewport.width * viewport.scale);
  const height = Math.round(viewport.height * viewport.scale);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#357"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  const bytes = new Uint8Array(await sharp(Buffer.from(svg)).toFormat(image.type).toBuffer());
  return {
    bytes,
    width,
    height,
    truncated: false,
    settled: true,
    status: 200,
    title: "Example",
    finalUrl: "url" in source ? source.url : undefined,
    network: { requests: 1, failed: 0, blocked: 0, bytes: 1256, refused: [] },
  };
};
