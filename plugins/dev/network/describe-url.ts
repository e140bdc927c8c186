import { domainToUnicode } from "node:url";
import dev from "../plugin.ts";

/** Splits a URL as browsers do (URL Standard), and says what they change. */
export function describeUrl(text: string) {
  const url = URL.parse(text);
  if (!url)
    throw dev.error(
      "syntax_error",
      'body.url must be an absolute URL, such as "https://example.com/"',
      {
        at: "body.url",
      },
    );
  const query = [...url.searchParams].map(([name, value]) => ({ name, value }));
  const names = new Set(query.map(({ name }) => name));
  return {
    href: url.href,
    protocol: url.protocol.slice(0, -1),
    username: decode(url.username),
    password: decode(url.password),
    host: url.hostname,
    host_unicode: domainToUnicode(url.hostname) || url.hostname,
    port: url.port === "" ? (defaultPorts.get(url.protocol) ?? null) : Number(url.port),
    origin: url.origin === "null" ? null : url.origin,
    path: url.pathname,
    segments: url.pathname.split("/").filter(Boolean).map(decode),
    query,
    fragment: decode(url.hash.slice(1)),
    warnings: [
      ...(url.href === text ? [] : ["Browsers write the URL differently: see href"]),
      ...(names.size === query.length ? [] : ["A parameter occurs more than once"]),
      ...(url.password === "" ? [] : ["The URL contains a password"]),
    ],
  };
}

const defaultPorts = new Map([
  ["http:", 80],
  ["ws:", 80],
  ["https:", 443],
  ["wss:", 443],
  ["ftp:", 21],
]);

/** Decodes percent-encoding. Returns the text itself if it is invalid. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
