import { reply, zip } from "hub";
import { buildAnswer, buildContrastHeader, buildMissingHeader, writeRaster } from "../answers.ts";
import { mediaTypes } from "../formats.ts";
import image from "../plugin.ts";
import { readCard } from "./asked.ts";
import { limitCache } from "./cache.ts";
import type { Pictures } from "./card.ts";
import type { CardAsked } from "./fields.ts";
import type { CardDoors } from "./og.ts";
import { loadPictures } from "./pictures.ts";
import { platformNames, platforms } from "./platforms.ts";
import { buildTags } from "./tags.ts";

interface SocialAsked extends CardAsked {
  platform: (typeof platformNames)[number];
  variants: boolean;
}

/** Answers a card in the size of a platform, or a ZIP of those of all. */
export async function socialCard(asked: SocialAsked, { net, address }: CardDoors) {
  const { platform, variants, response, scale } = asked;
  if (variants && response === "json")
    throw image.error(
      "invalid_input",
      'query.response must be binary where query.variants is true: it is "json"',
      { at: "query.response" },
    );
  if (variants && scale > 1)
    throw image.error(
      "invalid_input",
      `query.scale must be 1 where query.variants is true: it is ${scale}`,
      { at: "query.scale" },
    );
  const pictures = await loadPictures(asked, net);
  if (variants) return limitCache(await all(asked, pictures), asked);
  const { width, height, safe } = platforms[platform];
  const card = readCard(asked, { ...platforms[platform], pictures });
  const size = { width: width * scale, height: height * scale, type: mediaTypes[asked.format] };
  const tags = buildTags(asked, { ...size, address, alt: card.alt });
  const details = { platform, safe_area: safe, ...tags };
  return limitCache(buildAnswer({ ...card, details }, asked), asked);
}

async function all(asked: SocialAsked, pictures: Pictures) {
  const files: Record<string, Uint8Array> = {};
  let missing: Record<string, string> = {};
  let contrast = 21;
  for (const name of platformNames) {
    const size = platforms[name];
    const card = readCard(asked, { ...size, pictures });
    missing = buildMissingHeader(card);
    contrast = Math.min(contrast, card.contrast);
    files[`${name}-${size.width}x${size.height}.${asked.format}`] =
      asked.format === "svg" ? Buffer.from(card.svg) : await writeRaster(card, asked.format, 1);
  }
  const headers = {
    "content-disposition": 'attachment; filename="social-cards.zip"',
    ...missing,
    ...buildContrastHeader(contrast),
  };
  return reply(await zip(files), { type: "application/zip", headers });
}
