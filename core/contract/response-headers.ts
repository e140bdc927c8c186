import interpreted from "./interpreted-headers.json" with { type: "json" };

/** Response headers by name. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/**
 * The headers that every plugin can set: media type, caching, links, retries and file names. `Location` is
 * another one, but only in a redirect.
 */
export const freeHeaders: readonly string[] = interpreted.free;

/** The headers that frame a message or name its target. No plugin can set them, not even with a permission. */
const reserved: ReadonlySet<string> = new Set(interpreted.reserved);

const interpretedNames = new Set([...interpreted.registered, ...interpreted.unregistered]);

/** Returns whether browsers, proxies or the hub act on a header. Its name is in lower case. */
export function isInterpreted(name: string): boolean {
  return (
    interpretedNames.has(name) || interpreted.prefixes.some((prefix) => name.startsWith(prefix))
  );
}

/** Returns whether a text can be the name of a header in a manifest or route, in lower case. */
export function isHeaderName(name: unknown): name is string {
  return typeof name === "string" && /^[a-z0-9][a-z0-9-]*$/.test(name) && !reserved.has(name);
}

/**
 * Throws if a header can't be sent. The hub calls it where a plugin creates a response, so that the stack has the
 * plugin's line.
 */
export function checkHeaders(headers: ResponseHeaders): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new TypeError(`Cannot send a header with the name ${quote(name)}`);
    if (typeof value !== "string" || !isSendable(value))
      throw new TypeError(
        `Cannot send the header ${quote(name)} with the value ${quote(value)}: it must be text of Latin-1 characters without line breaks`,
      );
  }
}

/** Returns a text as a header can have it: what isn't printable Latin-1 is percent-encoded UTF-8. */
export function toHeaderText(text: string): string {
  return text.toWellFormed().replace(/[^\x20-\x7e\xa0-\xff]+/g, encodeURIComponent);
}

function isSendable(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code > 0xff || code === 0x7f || (code < 0x20 && code !== 0x09)) return false;
  }
  return true;
}

function quote(value: unknown): string {
  return JSON.stringify(String(value).slice(0, 200));
}
