import { escapeXml } from "hub/drawing";
import type { CardRequest } from "./request.ts";

/** Builds the tags of a page that uses a card, as a list and as HTML. */
export function buildTags(
  request: CardRequest,
  imageInfo: ImageInfo,
): { meta: Meta[]; html: string } {
  const meta = listTags(request, imageInfo);
  return { meta, html: writeTags(meta) };
}

interface Meta {
  /** `property` for Open Graph, `name` for Twitter. */
  attribute: "property" | "name";
  name: string;
  content: string;
}

interface ImageInfo {
  width: number;
  height: number;
  type: string;
  address: string;
  alt: string;
}

function listTags(request: CardRequest, { width, height, type, address, alt }: ImageInfo): Meta[] {
  const og = (name: string, content: string | undefined): Meta[] =>
    content === undefined ? [] : [{ attribute: "property", name: `og:${name}`, content }];
  const twitter = (name: string, content: string | undefined): Meta[] =>
    content === undefined ? [] : [{ attribute: "name", name: `twitter:${name}`, content }];
  return [
    ...og("title", request.title),
    ...og("description", request.description),
    ...og("site_name", request.site_name),
    ...og("image", address),
    ...og("image:type", type),
    ...og("image:width", String(width)),
    ...og("image:height", String(height)),
    ...og("image:alt", alt),
    ...twitter("card", "summary_large_image"),
    ...twitter("title", request.title),
    ...twitter("description", request.description),
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
