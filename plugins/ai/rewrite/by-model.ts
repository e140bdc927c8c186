import { t } from "hub";
import { promptModel } from "../language-model/ask-model.ts";
import type { ByModel } from "../language-model/choose-engine.ts";
import { diffWords } from "../text/diff.ts";
import { findCode, findQuotations } from "../text/protected-places.ts";
import type { Change } from "./apply.ts";
import { measureReadability } from "./readability.ts";
import type { Mode } from "./request.ts";
import type { RewriteInput, rewrite } from "./rewrite.ts";

const schema = t.Object({ rewritten: t.String({ minLength: 1 }) });
const instructions = `You rewrite texts. Answer with "text" as "rewritten", in the same language and with the same paragraphs. What "mode" asks for: "formal" and "casual" tone; "concise" says the same in fewer words; "simple" in words and sentences that are easily understood; "polite" is friendlier; "active" turns passives round; "fix" corrects mistakes and nothing else; "expand" says more of the same, without new facts; "creative" says it in a fresh way. "strength" is how much may change, from 1 to 3. All words of "preserve_terms" that are in the text stay as they are. Addresses, numbers, names, quotations and code stay. Add no facts and no comments.`;
/** Maximum length of a rewritten text relative to the original, and its minimum length. */
const lengths: Readonly<Record<Mode, [least: number, most: number]>> = {
  formal: [0.5, 2],
  casual: [0.4, 2],
  concise: [0.1, 1.1],
  simple: [0.3, 2.5],
  polite: [0.5, 3],
  active: [0.5, 1.6],
  fix: [0.7, 1.4],
  expand: [1, 6],
  creative: [0.3, 4],
};
/** Extra length that is always allowed, for a word or two. */
const slack = 40;

type Rewritten = ReturnType<typeof rewrite>;

/** Rewrites a text with a language model, and lists the changes by words. */
export const rewriteByModel: ByModel<RewriteInput, Rewritten> = async (input, doors, given) => {
  const { text, language, mode, strength, preserve_terms } = input;
  const { rewritten } = await promptModel(
    {
      name: "rewrite",
      instructions,
      schema,
      data: { text, language, mode, strength, preserve_terms },
      tokensMax: Math.min(8000, 200 + Math.ceil(text.length * Math.min(2, lengths[mode][1]))),
      fault: (answer) => findFault(answer.rewritten, input),
    },
    doors,
    given,
  );
  return {
    rewritten,
    changes: listChanges(text, { rewritten, language }),
    readability: { before: measureReadability(text), after: measureReadability(rewritten) },
  };
};

/** Returns why a model's text is unusable, or undefined. */
export function findFault(rewritten: string, { text, mode, preserve_terms }: RewriteInput) {
  if (mode === "fix")
    for (const { start, end } of [...findCode(text), ...findQuotations(text)])
      if (!rewritten.includes(text.slice(start, end)))
        return `it has changed a code or a quotation: ${text.slice(start, end)}`;
  const [least, most] = lengths[mode];
  if (rewritten.length > most * text.length + slack) return "it is too long";
  if (rewritten.length < least * text.length - slack) return "it is too short";
  const [before, after] = [text.toLowerCase(), rewritten.toLowerCase()];
  const lost = preserve_terms
    .map((term) => term.toLowerCase())
    .some((term) => before.includes(term) && !after.includes(term));
  return lost ? "a term in preserve_terms is missing" : undefined;
}

/** Returns the changes with their positions in the original. A long text is one change. */
function listChanges(
  text: string,
  { rewritten, language }: { rewritten: string; language: string },
): Change[] {
  const parts = diffWords(text, rewritten, language) ?? [
    { kind: "removed" as const, text },
    { kind: "added" as const, text: rewritten },
  ];
  const changes: Change[] = [];
  let at = 0;
  let open: Change | undefined;
  for (const { kind, text: piece } of parts) {
    if (kind !== "added") at += piece.length;
    if (kind === "same") {
      open = undefined;
      continue;
    }
    if (!open) {
      const start = kind === "removed" ? at - piece.length : at;
      open = { start, end: at, before: "", after: "", rule: "MODEL" };
      changes.push(open);
    }
    if (kind === "added") open.after += piece;
    else open.before += piece;
    open.end = at;
  }
  return changes;
}
