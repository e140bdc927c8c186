import { t } from "hub";
import { escapeXml } from "hub/drawing";
import type { CardAsked } from "./fields.ts";

/** The fields of an answer that has the tags of a page with a preview image. */
export const tagFields = {
  meta: t.Array(
    t.Object({
      attribute: t.String({ description: "`property` or `name`" }),
      name: t.String({ description: "Its value, as `og:title`" }),
      content: t.String({ description: "What the tag says" }),
    }),
    { description: "The tags for a page with this preview image" },
  ),
  html: t.String({ description: "The same as HTML" }),
};

/** What the description of an endpoint says of them. */
export const tagsNote =
  "With `response=json`, also returns the `<meta>` tags for the page. Their address of the image is signed: it needs no key, is valid for a year and counts for your account.";

/** The tags of a page that is shown with a card, as a list and as HTML. */
export function tagsOf(asked: CardAsked, about: About): { meta: Meta[]; html: string } {
  const meta = listTags(asked, about);
  return { meta, html: writeTags(meta) };
}

/** The path of what was asked for, without what is so by default and without `response`. */
export function pathOf(
  path: string,
  query: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, { default?: unknown }>>,
): string {
  const said = Object.entries(query).filter(
    ([name, value]) =>
      name !== "response" && value !== undefined && value !== fields[name]?.default,
  );
  return `${path}?${new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)]))}`;
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
