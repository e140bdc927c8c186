import type { HubError } from "hub";
import ai from "../plugin.ts";
import { findEmails, findUrls } from "../recognize/internet.ts";
import type { TextInput } from "../request.ts";
import { findQuotations } from "../text/protected-places.ts";
import { getBaseLanguage } from "../text/words.ts";
import { applyEdits } from "./apply.ts";
import { findPassives } from "./passives.ts";
import { findOrders, findPolitePhrases } from "./polite.ts";
import { measureReadability } from "./readability.ts";
import type { Edit, RewriteOptions } from "./request.ts";
import { findContractionEdits, findWordEdits, foldCase } from "./word-edits.ts";

/** A text to rewrite, with the options. */
export type RewriteInput = TextInput & RewriteOptions;

/** Returns why rules can't rewrite the text: the mode needs a language model, or the text isn't in English. */
export function explainUnsupportedRewrite({ language, mode }: RewriteInput): HubError | undefined {
  if (mode === "expand" || mode === "creative")
    return ai.error(
      "capability_unavailable",
      `Cannot rewrite with the mode "${mode}" without a language model: the operator can set OPENAI_MODEL and OPENAI_BASE_URL`,
      { at: "body.mode" },
    );
  if (getBaseLanguage(language) === "en") return undefined;
  return ai.error(
    "language_unsupported",
    `Without a language model only English texts can be rewritten: the text is in "${language}"`,
    { at: "body.text" },
  );
}

/**
 * Rewrites an English text by rules, and returns every edit. In the mode "fix" these are the given corrections of its
 * mistakes.
 */
export function rewrite(input: RewriteInput, corrections: readonly Edit[] = []) {
  const { text } = input;
  const protectedSpans = [...findProtected(text, input.preserve_terms)];
  const found = input.mode === "fix" ? corrections : findEdits(input);
  const edits = found.filter(
    ({ start, end }) => !protectedSpans.some((place) => start < place.end && place.start < end),
  );
  const { text: rewritten, changes } = applyEdits(text, edits);
  return {
    rewritten,
    changes,
    ...(/^(?:formal|casual)$/.test(input.mode) && {
      degraded: true,
      degraded_reason: "rules: they change single words, a language model changes sentences",
    }),
    readability: { before: measureReadability(text), after: measureReadability(rewritten) },
  };
}

function findEdits({ text, mode, strength }: RewriteInput): Edit[] {
  if (mode === "active") return [...findPassives(text)];
  if (mode === "polite")
    return [...findOrders(text, strength), ...findPolitePhrases(text, strength)];
  const words = [...findWordEdits(text, mode, strength)];
  if (mode === "formal")
    return [...findContractionEdits(text, "expand"), ...words, ...findExclamations(text, strength)];
  if (mode === "casual") return [...words, ...findContractionEdits(text, "contract")];
  return words;
}

/** Replaces exclamation marks with a full stop. */
function* findExclamations(text: string, strength: number): Generator<Edit> {
  if (strength < 2) return;
  for (const { index, 0: marks } of text.matchAll(/!{1,20}/g))
    yield { start: index, end: index + marks.length, after: ".", rule: "EXCLAMATION" };
}

/** Finds hashtags and mentions. */
function* findTags(text: string) {
  for (const { index, 0: tag } of text.matchAll(/(?<![\p{L}\p{N}])[@#][\p{L}\p{N}_]{1,100}/gu))
    yield { start: index, end: index + tag.length };
}

/** Finds spans that must not change: addresses, quotations, code, tags and the caller's own terms. */
function* findProtected(text: string, terms: readonly string[]) {
  yield* findUrls(text);
  yield* findEmails(text);
  yield* findQuotations(text);
  yield* findTags(text);
  const lower = foldCase(text);
  for (const term of terms) {
    const sought = foldCase(term);
    for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + sought.length))
      yield { start: at, end: at + sought.length };
  }
}
