import type { Net } from "hub";
import { buildAnswer } from "../answers.ts";
import { mediaTypes } from "../formats.ts";
import { limitCache } from "./cache.ts";
import { loadPictures } from "./pictures.ts";
import { readCard } from "./read-card.ts";
import type { CardRequest } from "./request.ts";
import { buildTags } from "./tags.ts";

export interface CardDoors {
  net: Net<string>;
  /** The URL of the hub and the request, without defaults. */
  address: string;
}

/** Returns the preview image of a link. */
export async function ogCard(
  request: CardRequest & { width: number },
  { net, address }: CardDoors,
) {
  const { width, scale } = request;
  const height = Math.round((width * 630) / 1200);
  const pictures = await loadPictures(request, net);
  const card = readCard(request, { pictures, width, height });
  const size = { width: width * scale, height: height * scale, type: mediaTypes[request.format] };
  const tags = buildTags(request, { ...size, address, alt: card.alt });
  const details = { ...tags, cut_texts: card.cut };
  return limitCache(buildAnswer({ ...card, details }, request), request);
}
