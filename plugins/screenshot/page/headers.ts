import screenshot from "../plugin.ts";

/** What a browser says by itself, or what says to a proxy where to go. */
const denied =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|cookie|origin|accept-encoding|via|proxy-[\w-]*|sec-[\w-]*|x-hub-[\w-]*)$/i;

/** Checks headers that a page is to be asked with. Throws `invalid_input`. */
export function checkedHeaders(headers: Record<string, string>): Record<string, string> {
  const { headersMax, headerMax } = screenshot.limits;
  const entries = Object.entries(headers);
  if (entries.length > headersMax)
    throw invalid("body.headers", `have at most ${headersMax} fields: it has ${entries.length}`);
  for (const [name, value] of entries) {
    const at = `body.headers.${name.slice(0, 40)}`;
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) throw invalid(at, "have the name of a header");
    if (denied.test(name)) throw invalid(at, "be left to the browser");
    if (value.length > headerMax || !/^[\t\x20-\x7e]*$/.test(value))
      throw invalid(at, `be of at most ${headerMax} printable ASCII characters`);
  }
  return headers;
}

function invalid(at: string, what: string) {
  return screenshot.error("invalid_input", `${at} must ${what}`, { at });
}
