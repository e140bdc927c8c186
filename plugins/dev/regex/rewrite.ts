import dev from "../plugin.ts";
import { getSpan, type Spans } from "./engines.ts";
import type { NamedGroup } from "./parse-pattern.ts";

/** A text, and where a pattern with these names matches it. */
export interface Matches {
  text: string;
  found: readonly Spans[];
  names: readonly NamedGroup[];
}

/** The text with its matches replaced, by the rules of `String.prototype.replace`. */
export function replaceMatches({ text, found, names }: Matches, template: string): string {
  const parts = readTemplate(template, { groups: (found[0]?.length ?? 2) / 2 - 1, names });
  let replaced = "";
  let done = 0;
  for (const spans of found) {
    const [start, end] = getSpan(spans);
    replaced += text.slice(done, start);
    for (const part of parts) replaced += typeof part === "string" ? part : part(text, spans);
    done = end;
    if (replaced.length > replacedMax) break;
  }
  if (replaced.length > replacedMax)
    throw dev.error(
      "result_too_large",
      `The text after replacement would have more than ${replacedMax} characters`,
      { at: "body.replace" },
    );
  return replaced + text.slice(done);
}

/** The text between its matches, with what their groups captured, as `String.prototype.split`. */
export function splitAtMatches({ text, found }: Omit<Matches, "names">): (string | null)[] {
  const parts: (string | null)[] = [];
  let done = 0;
  for (const spans of found) {
    const [start, end] = getSpan(spans);
    if (text === "" && end === 0) return [];
    if (end === done || start >= text.length) continue;
    parts.push(text.slice(done, start));
    for (let group = 1; group < spans.length / 2; group++)
      parts.push(getCapture(text, spans, group));
    done = end;
  }
  return [...parts, text.slice(done)];
}

/** What a group captured, or null if it took no part. */
export function getCapture(text: string, spans: Spans, group: number): string | null {
  const [start, end] = getSpan(spans, group);
  return start === -1 ? null : text.slice(start, end);
}

const replacedMax = 1_048_576;

type Part = string | ((text: string, spans: Spans) => string);

/** Cuts a template into literal text and what depends on the match. */
function readTemplate(
  template: string,
  { groups, names }: { groups: number; names: readonly NamedGroup[] },
): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (let at = template.indexOf("$"); at !== -1; at = template.indexOf("$", done)) {
    const found = readReference(template.slice(at + 1), { groups, names });
    parts.push(template.slice(done, at), found?.part ?? "$");
    done = at + 1 + (found?.length ?? 0);
  }
  return [...parts, template.slice(done)];
}

/** What the text behind a `$` refers to, and how much of it says so. */
function readReference(
  text: string,
  { groups, names }: { groups: number; names: readonly NamedGroup[] },
): { part: Part; length: number } | undefined {
  const sign = text[0] ?? "";
  const part = SIGNS[sign];
  if (part !== undefined) return { part, length: 1 };
  if (sign === "<") {
    const close = text.indexOf(">");
    if (names.length === 0 || close === -1) return undefined;
    const numbers = names.find(({ name }) => name === text.slice(1, close))?.numbers ?? [];
    return { part: buildGroupPart(numbers), length: close + 1 };
  }
  for (const digits of [text.slice(0, 2), sign]) {
    const number = /^[0-9]+$/.test(digits) ? Number(digits) : 0;
    if (number >= 1 && number <= groups)
      return { part: buildGroupPart([number]), length: digits.length };
  }
  return undefined;
}

const SIGNS: Readonly<Record<string, Part>> = {
  $: "$",
  "&": (text, spans) => text.slice(spans[0], spans[1]),
  "`": (text, spans) => text.slice(0, spans[0]),
  "'": (text, spans) => text.slice(spans[1]),
};

/** Of groups that share a name, at most one takes part. */
function buildGroupPart(numbers: readonly number[]): Part {
  return (text, spans) => {
    for (const number of numbers) {
      const value = getCapture(text, spans, number);
      if (value !== null) return value;
    }
    return "";
  };
}
