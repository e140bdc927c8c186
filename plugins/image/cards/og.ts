import type { Net } from "hub";
import { buildAnswer } from "../answers.ts";
import { mediaTypes } from "../formats.ts";
import { readCard } from "./asked.ts";
import { limitCache } from "./cache.ts";
import type { CardAsked } from "./fields.ts";
import { loadPictures } from "./pictures.ts";
import { buildTags } from "./tags.ts";

export interface CardDoors {
  net: Net<string>;
  /** Where the hub is, and what was asked, without its defaults. */
  address: string;
}

/** Answers the picture that a link is shown with. */
export async function ogCard(asked: CardAsked & { width: number }, { net, address }: CardDoors) {
  const { width, scale } = asked;
  const height = Math.round((width * 630) / 1200);
  const pictures = await loadPictures(asked, net);
  const card = readCard(asked, { pictures, width, height });
  const size = { width: width * scale, height: height * scale, type: mediaTypes[asked.format] };
  const details = buildTags(asked, { ...size, address, alt: card.alt });
  return limitCache(buildAnswer({ ...card, details }, asked), asked);
}
