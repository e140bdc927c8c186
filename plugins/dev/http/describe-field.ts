import { asTable } from "hub";
import { openTexts } from "hub/data-file";
import dev from "../plugin.ts";
import { loadFields } from "./fields.ts";

const texts = openTexts(new URL("./describe-field.txt", import.meta.url), [
  "directives",
  "policy directives",
  "policy sources",
  "transport",
])();

/** Describes a header field by its name, and the directives of fields that cannot be secret. */
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
    directives: describers[known?.name ?? ""]?.(value) ?? [],
  };
}

interface Directive {
  directive: string;
  meaning: string;
}

/** Fields whose values are explained. */
const describers: Readonly<Record<string, (value: string) => Directive[]>> = asTable({
  "Cache-Control": describeDirectives,
  "Content-Security-Policy": describePolicy,
  "Content-Security-Policy-Report-Only": describePolicy,
  "Strict-Transport-Security": describeTransport,
});

/** Explains the directives of a policy (CSP 3), and the sources that it allows. */
function describePolicy(value: string): Directive[] {
  return splitParts(value, ";").map((directive) => {
    const [key = "", ...sources] = directive.split(/\s+/);
    const meaning = texts["policy directives"][key.toLowerCase()];
    if (meaning === undefined) return { directive, meaning: "Unknown: browsers ignore it" };
    const notes = sources.map((source) => texts["policy sources"][simplifySource(source)]);
    const known = [...new Set(notes.filter((note) => note !== undefined))];
    return { directive, meaning: [meaning, ...known].join("; ") };
  });
}

function simplifySource(source: string): string {
  const [, keyword] = /^'(nonce|sha256|sha384|sha512)-/i.exec(source) ?? [];
  return (keyword ?? source).toLowerCase();
}

/** Explains the directives of RFC 6797, section 6.1. */
function describeTransport(value: string): Directive[] {
  return splitParts(value, ";").map((directive) => {
    const [name = "", argument] = directive.split("=").map((part) => part.trim());
    const meaning = texts.transport[name.toLowerCase()];
    return {
      directive,
      meaning: meaning ? explainDirective(meaning, argument) : "Unknown: browsers ignore it",
    };
  });
}

function splitParts(value: string, separator: string): string[] {
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Directives of RFC 9111, section 5.2, RFC 5861 and RFC 8246. The seconds are appended to those that end in "for". */
const directives = texts.directives;

function describeDirectives(value: string): Directive[] {
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
