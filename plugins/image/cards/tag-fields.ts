import { t } from "hub";

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

/** The path of what was asked for, without what is so by default and without `response`. */
export function buildPath(
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
