import { t } from "hub";

/** The response field about texts without enough space. */
export const cutField = {
  cut_texts: t.Array(t.String(), {
    description:
      "The fields whose texts are shortened or left out, because there is no space or the design has no place for them; an image response lists them in `X-Cut-Texts`",
  }),
};

/** The response fields with the tags for a page with a preview image. */
export const tagFields = {
  meta: t.Array(
    t.Object({
      attribute: t.String({ description: "`property` or `name`" }),
      name: t.String({ description: "The value of the attribute, such as `og:title`" }),
      content: t.String({ description: "The content of the tag" }),
    }),
    { description: "The tags for a page with this preview image" },
  ),
  html: t.String({ description: "The tags as HTML" }),
};

/** The part of an endpoint's description that explains the tags. */
export const tagsNote =
  "With `response=json`, also returns the `<meta>` tags for the page. The image URL in them is signed: it needs no key, is valid for a year and counts towards your quota.";

/** Builds the path of a request, without defaults and without `response`. */
export function buildPath(
  path: string,
  query: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, { default?: unknown }>>,
): string {
  const parameters = Object.entries(query).filter(
    ([name, value]) =>
      name !== "response" && value !== undefined && value !== fields[name]?.default,
  );
  return `${path}?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)]))}`;
}
