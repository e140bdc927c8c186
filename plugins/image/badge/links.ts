import image from "../plugin.ts";

const safe = new Set(["http:", "https:", "mailto:"]);

/** Checks that an address leads where a click may lead. */
export function linkOf(text: string | undefined, field: string): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url && safe.has(url.protocol)) return url.href;
  throw image.error(
    "unsafe_link",
    `query.${field} must be an address of http, https or mailto: it is ${JSON.stringify(text)}`,
    { at: `query.${field}` },
  );
}
