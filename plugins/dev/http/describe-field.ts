import { asTable } from "hub";
import dev from "../plugin.ts";
import { loadFields } from "./fields.ts";

/** Describes a header field by its name, and the directives of a Cache-Control field. */
export function describeField(text: string) {
  const colon = text.indexOf(":", 1);
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  const value = colon < 0 ? "" : text.slice(colon + 1).trim();
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    throw dev.error(
      "invalid_input",
      `query.value must have the name of a header field, such as ETag: it is ${JSON.stringify(text)}`,
      { at: "query.value" },
    );
  const known = loadFields().get(name.toLowerCase());
  return {
    name: known?.name ?? name,
    is_known: known !== undefined,
    status: known?.status ?? null,
    in_requests: known?.inRequests ?? null,
    in_responses: known?.inResponses ?? null,
    meaning: known?.meaning ?? null,
    specification: known?.specification ?? null,
    link: known?.link ?? null,
    directives: known?.name === "Cache-Control" ? describeDirectives(value) : [],
  };
}

/** Directives of RFC 9111, section 5.2, RFC 5861 and RFC 8246. The seconds are appended to those that end in "for". */
const directives: Record<string, string> = asTable({
  "max-age": "The response is fresh for",
  "s-maxage": "In shared caches the response is fresh for",
  "max-stale": "The client accepts a response that is stale for",
  "min-fresh": "The client wants a response that is fresh for",
  "stale-while-revalidate": "Caches may serve it stale while they check it, for",
  "stale-if-error": "Caches may serve it stale after errors, for",
  "no-cache": "Caches must check with the server before each use",
  "no-store": "Caches must not store it",
  "no-transform": "Proxies must not change the content",
  "only-if-cached": "The client wants a stored response, or 504",
  "must-revalidate": "Caches must not use it when stale without a check",
  "proxy-revalidate": "Shared caches must not use it when stale without a check",
  "must-understand": "Caches store it only if they know the status code",
  private: "Only the cache of the user may store it",
  public: "Shared caches may store it, even with credentials",
  immutable: "The content does not change while it is fresh",
});

function describeDirectives(value: string) {
  return Array.from(value.matchAll(/(?:[^,"]|"[^"]*")+/g), ([part]) => part.trim())
    .filter((part) => part !== "")
    .map((directive) => {
      const [key = "", argument] = directive.split("=").map((part) => part.trim());
      const name = key.toLowerCase();
      const meaning = Object.hasOwn(directives, name) ? directives[name] : undefined;
      return { directive, meaning: explainDirective(meaning, argument) };
    });
}

function explainDirective(meaning: string | undefined, argument: string | undefined): string {
  if (meaning === undefined) return "Unknown: caches ignore it";
  if (!meaning.endsWith("for")) return meaning;
  const seconds = /^"?(\d{1,10})"?$/.exec(argument ?? "")?.[1];
  if (seconds === undefined && meaning.includes("stale for"))
    return "The client accepts any stale response";
  return seconds === undefined
    ? "Invalid: it needs a number of seconds"
    : `${meaning} ${formatDuration(Number(seconds))}`;
}

function formatDuration(seconds: number): string {
  const units = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ] as const;
  const [size, name] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? [
    1,
    "second",
  ];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
