import type { Net } from "hub";
import { escapeXml } from "hub/drawing";
import { answerOf } from "../answers.ts";
import { mediaTypes } from "../formats.ts";
import { readCard } from "./asked.ts";
import { limitCache } from "./cache.ts";
import type { CardAsked } from "./fields.ts";
import { picturesOf } from "./pictures.ts";

export interface OgDoors {
  net: Net<string>;
  /** Where the hub is, and what was asked, without its defaults. */
  address: string;
}

/** Answers the picture that a link is shown with. */
export async function ogCard(asked: CardAsked & { width: number }, { net, address }: OgDoors) {
  const { width, scale } = asked;
  const height = Math.round((width * 630) / 1200);
  const pictures = await picturesOf(asked, net);
  const card = readCard(asked, { pictures, width, height });
  const size = { width: width * scale, height: height * scale, type: mediaTypes[asked.format] };
  const meta = metaOf(asked, { ...size, address, alt: card.alt });
  return limitCache(answerOf({ ...card, details: { meta, html: htmlOf(meta) } }, asked), asked);
}

interface Meta {
  /** `property` for Open Graph, `name` for Twitter. */
  attribute: "property" | "name";
  name: string;
  content: string;
}

interface About {
  width: number;
  height: number;
  type: string;
  address: string;
  alt: string;
}

function metaOf(asked: CardAsked, { width, height, type, address, alt }: About): Meta[] {
  const og = (name: string, content: string | undefined): Meta[] =>
    content === undefined ? [] : [{ attribute: "property", name: `og:${name}`, content }];
  const twitter = (name: string, content: string | undefined): Meta[] =>
    content === undefined ? [] : [{ attribute: "name", name: `twitter:${name}`, content }];
  return [
    ...og("title", asked.title),
    ...og("description", asked.description),
    ...og("site_name", asked.site_name),
    ...og("image", address),
    ...og("image:type", type),
    ...og("image:width", String(width)),
    ...og("image:height", String(height)),
    ...og("image:alt", alt),
    ...twitter("card", "summary_large_image"),
    ...twitter("title", asked.title),
    ...twitter("description", asked.description),
    ...twitter("image", address),
    ...twitter("image:alt", alt),
  ];
}

function htmlOf(meta: readonly Meta[]): string {
  return meta
    .map(
      ({ attribute, name, content }) =>
        `<meta ${attribute}="${name}" content="${escapeXml(content)}">`,
    )
    .join("\n");
}
