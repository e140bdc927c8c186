import { reply, zip } from "hub";
import { buildAnswer, buildContrastHeader, buildMissingHeader, writeRaster } from "../answers.ts";
import { mediaTypes } from "../formats.ts";
import image from "../plugin.ts";
import { limitCache } from "./cache.ts";
import type { Pictures } from "./layout/card.ts";
import type { CardDoors } from "./og.ts";
import { loadPictures } from "./pictures.ts";
import { platformNames, platforms } from "./platforms.ts";
import { buildCutHeader, readCard } from "./read-card.ts";
import type { CardRequest } from "./request.ts";
import { buildTags } from "./tags.ts";

interface SocialCardRequest extends CardRequest {
  platform: (typeof platformNames)[number];
  variants: boolean;
}

/** Returns a card in the size of a platform, or a ZIP with those of all. */
export async function socialCard(request: SocialCardRequest, { net, address }: CardDoors) {
  const { platform, variants, response, scale } = request;
  if (variants && response === "json")
    throw image.error(
      "invalid_input",
      'query.response must be binary if query.variants is true: it is "json"',
      { at: "query.response" },
    );
  if (variants && scale > 1)
    throw image.error(
      "invalid_input",
      `query.scale must be 1 if query.variants is true: it is ${scale}`,
      { at: "query.scale" },
    );
  const pictures = await loadPictures(request, net);
  if (variants) return limitCache(await drawVariants(request, pictures), request);
  const { width, height, safe } = platforms[platform];
  const card = readCard(request, { ...platforms[platform], pictures });
  const size = { width: width * scale, height: height * scale, type: mediaTypes[request.format] };
  const tags = buildTags(request, { ...size, address, alt: card.alt });
  const details = { platform, safe_area: safe, ...tags, cut_texts: card.cut };
  return limitCache(buildAnswer({ ...card, details }, request), request);
}

async function drawVariants(request: SocialCardRequest, pictures: Pictures) {
  const files: Record<string, Uint8Array> = {};
  let missing: Record<string, string> = {};
  let contrast = 21;
  const cut = new Set<string>();
  for (const name of platformNames) {
    const size = platforms[name];
    const card = readCard(request, { ...size, pictures });
    missing = buildMissingHeader(card);
    contrast = Math.min(contrast, card.contrast);
    for (const name of card.cut) cut.add(name);
    files[`${name}-${size.width}x${size.height}.${request.format}`] =
      request.format === "svg" ? Buffer.from(card.svg) : await writeRaster(card, request.format, 1);
  }
  const headers = {
    "content-disposition": 'attachment; filename="social-cards.zip"',
    ...missing,
    ...buildContrastHeader(contrast),
    ...buildCutHeader([...cut]),
  };
  return reply(await zip(files), { type: "application/zip", headers });
}
