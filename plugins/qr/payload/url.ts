import { type Static, t } from "hub";
import { kind, type Parsed, type Refuse, text } from "./kind.ts";

export const urlSchema = t.Object(
  { type: kind("url"), url: text(2953, "An http or https address") },
  { additionalProperties: false, description: "A web address" },
);

/** The address as it is given, and in ASCII where it holds anything else. */
export function urlText({ url }: Static<typeof urlSchema>, refuse: Refuse): string {
  const read = webAddress(url);
  if (!read) refuse("url", "must be an http or https address", url);
  return isAscii(url) ? url : read.href;
}

/** Reads a text that is nothing but a web address. */
export function parseUrl(text: string): Parsed | undefined {
  return webAddress(text) && { type: "url", url: text };
}

/** The parsed address, or undefined where a text is none or holds blanks. */
export function webAddress(text: string): URL | undefined {
  // URL.parse() would take "https:example.com", and drops blanks and line breaks without a word.
  const lower = text.slice(0, 8).toLowerCase();
  if (!lower.startsWith("http://") && !lower.startsWith("https://")) return undefined;
  for (const char of text) if (char <= " ") return undefined;
  return URL.parse(text) ?? undefined;
}

function isAscii(text: string): boolean {
  for (const char of text) if (char > "~") return false;
  return true;
}
