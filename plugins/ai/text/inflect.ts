import { openTable, openWords } from "hub/data-file";

const lists = openWords(new URL("./inflect.txt", import.meta.url), ["doubled"])();

const readVerbs = openTable(new URL("./irregular-verbs.tsv", import.meta.url), {
  verb: "text",
  past: "text",
  participle: "optional",
});
const irregular = new Map(
  readVerbs().map(({ verb, past, participle = past }) => [verb, { past, participle }]),
);
const doubled = lists.doubled;

/** Returns the forms of a verb including its particle: base, third person, past, participle, and -ing. */
export function inflect(phrase: string): [string, string, string, string, string] {
  const [verb = "", ...rest] = phrase.split(" ");
  const behind = rest.length > 0 ? ` ${rest.join(" ")}` : "";
  const past = irregular.get(verb)?.past ?? regularPast(verb);
  const participle = irregular.get(verb)?.participle ?? past;
  return [verb, third(verb), past, participle, gerund(verb)].map((form) => form + behind) as [
    string,
    string,
    string,
    string,
    string,
  ];
}

/** Past forms of irregular verbs by their participles: "written" gives "wrote". */
export const pastOfParticiple: ReadonlyMap<string, string> = new Map(
  Array.from(irregular.values(), ({ past, participle }) => [participle, past]),
);

/** Returns the third person of a verb. */
function third(verb: string): string {
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function regularPast(verb: string): string {
  if (verb.endsWith("e")) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return doubled.has(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`;
}

function gerund(verb: string): string {
  if (doubled.has(verb)) return `${verb}${verb.at(-1)}ing`;
  if (verb.endsWith("ie")) return `${verb.slice(0, -2)}ying`;
  return verb.endsWith("e") && !verb.endsWith("ee") && verb !== "be"
    ? `${verb.slice(0, -1)}ing`
    : `${verb}ing`;
}
