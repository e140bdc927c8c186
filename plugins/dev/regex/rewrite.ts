import { asTable } from "hub";
import dev from "../plugin.ts";
import { getSpan, type Spans } from "./engines.ts";
import type { NamedGroup } from "./parse-pattern.ts";

/** A text and the matches of a pattern with these group names. */
export interface Matches {
  text: string;
  found: readonly Spans[];
  names: readonly NamedGroup[];
}

/** Replaces the matches by the rules of `String.prototype.replace`. */
export function replaceMatches({ text, found, names }: Matches, template: string): string {
  const parts = readTemplate(template, { groups: (found[0]?.length ?? 2) / 2 - 1, names });
  let result = "";
  let consumed = 0;
  for (const spans of found) {
    const [start, end] = getSpan(spans);
    result += text.slice(consumed, start);
    for (const part of parts) result += typeof part === "string" ? part : part(text, spans);
    consumed = end;
    if (result.length > replacedMax) break;
  }
  if (result.length > replacedMax)
    throw dev.error(
      "result_too_large",
      `The replaced text would have more than ${replacedMax} characters`,
      { at: "body.replace" },
    );
  return result + text.slice(consumed);
}

/** Splits the text at its matches, including captures, like `String.prototype.split`. */
export function splitAtMatches({ text, found }: Omit<Matches, "names">): (string | null)[] {
  const parts: (string | null)[] = [];
  let consumed = 0;
  for (const spans of found) {
    const [start, end] = getSpan(spans);
    if (text === "" && end === 0) return [];
    if (end === consumed || start >= text.length) continue;
    parts.push(text.slice(consumed, start));
    for (let group = 1; group < spans.length / 2; group++)
      parts.push(getCapture(text, spans, group));
    consumed = end;
  }
  return [...parts, text.slice(consumed)];
}

/** Returns the captured text of a group, or null if it didn't participate. */
export function getCapture(text: string, spans: Spans, group: number): string | null {
  const [start, end] = getSpan(spans, group);
  return start === -1 ? null : text.slice(start, end);
}

const replacedMax = 1_048_576;

type TemplatePart = string | ((text: string, spans: Spans) => string);

/** Splits a template into literal text and references to the match. */
function readTemplate(
  template: string,
  { groups, names }: { groups: number; names: readonly NamedGroup[] },
): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let consumed = 0;
  for (let at = template.indexOf("$"); at !== -1; at = template.indexOf("$", consumed)) {
    const found = readReference(template.slice(at + 1), { groups, names });
    parts.push(template.slice(consumed, at), found?.part ?? "$");
    consumed = at + 1 + (found?.length ?? 0);
  }
  return [...parts, template.slice(consumed)];
}

/** Parses a reference after `$`. Returns its part and its length in the template. */
function readReference(
  text: string,
  { groups, names }: { groups: number; names: readonly NamedGroup[] },
): { part: TemplatePart; length: number } | undefined {
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

const SIGNS: Readonly<Record<string, TemplatePart>> = asTable({
  $: "$",
  "&": (text, spans) => text.slice(spans[0], spans[1]),
  "`": (text, spans) => text.slice(0, spans[0]),
  "'": (text, spans) => text.slice(spans[1]),
});

/** Returns the part for groups that share a name: at most one participates. */
function buildGroupPart(numbers: readonly number[]): TemplatePart {
  return (text, spans) => {
    for (const number of numbers) {
      const value = getCapture(text, spans, number);
      if (value !== null) return value;
    }
    return "";
  };
}
