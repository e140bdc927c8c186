import type { Edit } from "./request.ts";

/** An edit in a response, with its position in the original text. */
export interface Change {
  start: number;
  end: number;
  before: string;
  after: string;
  rule: string;
}

/** Applies the edits that don't overlap, preferring those listed first, and returns them as changes. */
export function applyEdits(
  text: string,
  edits: readonly Edit[],
): { text: string; changes: Change[] } {
  const taken: Change[] = [];
  const sorted = dropOverlapping(edits).map((edit) => fitEdit(text, edit));
  let written = "";
  let from = 0;
  for (const edit of sorted) {
    const before = text.slice(edit.start, edit.end);
    if (edit.start < from || before === edit.after) continue;
    written += text.slice(from, edit.start) + edit.after;
    from = edit.end;
    taken.push({ start: edit.start, end: edit.end, before, after: edit.after, rule: edit.rule });
  }
  return { text: written + text.slice(from), changes: taken };
}

function dropOverlapping(edits: readonly Edit[]): Edit[] {
  const chosen: Edit[] = [];
  let end = -1;
  const prioritized = edits.map((edit, priority) => ({ edit, priority }));
  prioritized.sort((a, b) => a.edit.start - b.edit.start || a.priority - b.priority);
  for (const { edit } of prioritized) {
    if (edit.start < end) continue;
    chosen.push(edit);
    end = edit.end;
  }
  return chosen;
}

/** Adapts an edit to its context: capitalization, the right article, and no extra space. */
function fitEdit(text: string, { start, end, after, rule }: Edit): Edit {
  const opens = opensSentence(text, start);
  if (after === "") return fitRemoval(text, { start, end, after, rule }, opens);
  const first = text.charAt(start);
  const shown = text.slice(start, end);
  const isShouted = shown.length > 1 && shown === shown.toUpperCase();
  const isCapital =
    !isShouted && first !== first.toLowerCase() && !/^I(?:\b|')/.test(text.slice(start, start + 2));
  const cased = isCapital || opens ? after.charAt(0).toUpperCase() + after.slice(1) : after;
  const [, article] =
    /(?:^|[^\p{L}])(an?) $/iu.exec(text.slice(Math.max(0, start - 4), start)) ?? [];
  if (!article) return { start, end, after: cased, rule };
  const wanted = /^[aeio]|^u(?!ni|se|ti)|^h(?:our|onest)/i.test(after) ? "an" : "a";
  if (article.toLowerCase() === wanted) return { start, end, after: cased, rule };
  const written = article[0] === "A" ? `A${wanted.slice(1)}` : wanted;
  return { start: start - article.length - 1, end, after: `${written} ${cased}`, rule };
}

function fitRemoval(text: string, { start, end, rule }: Edit, opens: boolean): Edit {
  let stop = end;
  if (opens && text[stop] === ",") stop++;
  while (text[stop] === " ") stop++;
  if (!opens) {
    // "It is, of course, true": both commas are removed.
    const isBetween = text.slice(start - 2, start) === ", " && text[end] === ",";
    if (isBetween) return { start: start - 2, end: end + 1, after: "", rule };
    return stop === end && text[start - 1] === " "
      ? { start: start - 1, end, after: "", rule }
      : { start, end: stop, after: "", rule };
  }
  const next = text[stop];
  return next === undefined
    ? { start, end: stop, after: "", rule }
    : { start, end: stop + 1, after: next.toUpperCase(), rule };
}

/** Whether only quotes and spaces separate a position from the end of the previous sentence. */
function opensSentence(text: string, at: number): boolean {
  let index = at - 1;
  while (index >= 0 && at - index < 8 && /[\s"'“‘(*-]/.test(text.charAt(index))) {
    if (text[index] === "\n") return true;
    index--;
  }
  return index < 0 || /[.!?]/.test(text.charAt(index));
}
