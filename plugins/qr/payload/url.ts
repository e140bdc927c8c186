import { type Static, t } from "hub";
import { kind, type Parsed, type Refuse, text } from "./kind.ts";

export const urlSchema = t.Object(
  { type: kind("url"), url: text(2953, "An http or https URL") },
  { additionalProperties: false, description: "A web page" },
);

/** Returns the URL as given, or in ASCII if it has other characters. */
export function urlText({ url }: Static<typeof urlSchema>, refuse: Refuse): string {
  const parsedUrl = webAddress(url);
  if (!parsedUrl) refuse("url", "must be an http or https URL", url);
  return isAscii(url) ? url : parsedUrl.href;
}

/** Parses a text that consists of a URL. */
export function parseUrl(text: string): Parsed | undefined {
  return webAddress(text) && { type: "url", url: text };
}

/** Parses a URL. Returns undefined if it is invalid or has spaces. */
export function webAddress(text: string): URL | undefined {
  // URL.parse() accepts "https:example.com", and silently removes spaces and line breaks.
  const lower = text.slice(0, 8).toLowerCase();
  if (!lower.startsWith("http://") && !lower.startsWith("https://")) return undefined;
  for (const char of text) if (char <= " ") return undefined;
  return URL.parse(text) ?? undefined;
}

function isAscii(text: string): boolean {
  for (const char of text) if (char > "~") return false;
  return true;
}
