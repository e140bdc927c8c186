import { openWords } from "../../../core/lib/data-file.ts";
import { createRandom } from "./random.ts";

/** A text with the spans of its names. */
export interface NamedText {
  text: string;
  names: readonly NameSpan[];
}

/** The span of a name in a text. */
export interface NameSpan {
  type: "person" | "organization" | "location";
  start: number;
  end: number;
}

const readTemplates = openWords(new URL("./test-templates.txt", import.meta.url), ["people"]);
const readNames = openWords(new URL("./test-names.txt", import.meta.url), ["first", "last"]);
const readTraps = openWords(new URL("./test-traps.txt", import.meta.url), [
  "phrases",
  "frames",
  "sentences",
]);

/** Returns sentences from templates, filled with names that no list of the product has. */
export function buildNamedSentences(count: number): NamedText[] {
  const random = createRandom(7);
  const { first, last } = readNames();
  const templates = [...readTemplates().people].map((one) => one.replaceAll("\\n", "\n"));
  const initials = [..."ABCDEFGHJKLMNPRSTVW"];
  const makers: Record<string, () => string> = {
    first: () => random.pick([...first]),
    last: () => random.pick([...last]),
    full: () => `${random.pick([...first])} ${random.pick([...last])}`,
    initial: () => `${random.pick(initials)}. ${random.pick([...last])}`,
  };
  return Array.from({ length: count }, (_, index) =>
    fillTemplate(templates[index % templates.length] ?? "", makers),
  );
}

/** Fills the braces of a template, and returns the spans of what was filled in. */
export function fillTemplate(
  template: string,
  makers: Readonly<Record<string, () => string>>,
  getType: (slot: string, after: string) => NameSpan["type"] | undefined = () => "person",
): NamedText {
  let text = "";
  const names: NameSpan[] = [];
  let isJoined = false;
  let from = 0;
  for (const [index, piece] of template.split(/[{}]/).entries()) {
    from += piece.length + 1;
    if (index % 2 === 0) {
      text += piece;
      isJoined = piece === " " && index > 0;
      continue;
    }
    const start = text.length;
    text += makers[piece]?.() ?? "";
    const type = getType(piece, template.slice(from));
    if (type === undefined) continue;
    const before = names.at(-1);
    // "{first} {last}" is one name.
    if (isJoined && piece === "last" && before) before.end = text.length;
    else names.push({ type, start, end: text.length });
  }
  return { text, names };
}

/** Returns sentences without people, full of words that are also names. */
export function buildTraps(count: number): string[] {
  const { phrases, frames, sentences } = readTraps();
  const framed = [...phrases].flatMap((phrase) =>
    [...frames].map((frame) => frame.replace("{phrase}", phrase)),
  );
  return [...sentences, ...framed.map((one) => one.charAt(0).toUpperCase() + one.slice(1))].slice(
    0,
    count,
  );
}
