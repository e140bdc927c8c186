import { escapeXml } from "hub/drawing";
import type { CardAsked } from "./fields.ts";

/** The tags of a page that is shown with a card, as a list and as HTML. */
export function buildTags(asked: CardAsked, about: About): { meta: Meta[]; html: string } {
  const meta = listTags(asked, about);
  return { meta, html: writeTags(meta) };
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

function listTags(asked: CardAsked, { width, height, type, address, alt }: About): Meta[] {
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

function writeTags(meta: readonly Meta[]): string {
  return meta
    .map(
      ({ attribute, name, content }) =>
        `<meta ${attribute}="${name}" content="${escapeXml(content)}">`,
    )
    .join("\n");
}
