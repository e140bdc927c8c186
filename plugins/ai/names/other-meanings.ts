import type { TextEntity } from "../recognize/found.ts";
import { placeNames } from "./english-names.ts";
import { findPlace } from "./gazetteer.ts";

/** Names that are verbs at the start of a sentence, before an object or an adverb: "Mark the date". */
const verbs =
  /^(?:Mark|Bill|Jack|Rob|Pat|Sue|Chase|Grant|Drew|Lance|Trace|Josh|Skip|Chip|Will|Hunt|Frank|Rich) (?:the|an?|my|your|his|her|its|our|their|them|it|this|that|these|those|all|any|each|every|up|down|off|out|of|to|yourself|around|about|access|permission)(?!\p{L})/u;
/** Names that describe the next word. */
const modifiers =
  /^(?:Christian (?:faith|churche?s?|values?|religions?|names?|era|traditions?|communit(?:y|ies)|charit(?:y|ies)|music|art|theology|holidays?|beliefs?|schools?)|Max\.? (?:length|size|value|number|width|height|speed|load|depth|price|age|weight|char\p{Ll}*|\d)|Frank (?:talk|discussions?|exchange|conversations?|admission|assessment|and)|Carol (?:singers?|singing|service)|Rich and|Caesar (?:salad|dressing)|Victoria (?:sponge|plums?)|Markov (?:chains?|models?))(?!\p{L})/u;
/** Titles and directions that a tagger takes for names. */
const noPerson = /^(?:Sir|Madam|Ma'am|Lord|Lady|Major|Doctor|North|South|East|West)$/;
/** Last words of the names of places, designs and institutions. */
const noPersonEnd =
  / (?:Line|Agreement|Accord|Tech|Tower|Chart|Deco|Nouveau|Transform|Declaration)$/;

/** Whether a name in an English text has another meaning there. */
export function hasOtherMeaning(text: string, { type, start, end }: TextEntity): boolean {
  if (type !== "person") return false;
  const name = text.slice(start, end);
  if (noPerson.test(name) || noPersonEnd.test(name)) return true;
  if (name.includes(" ")) return false;
  const rest = text.slice(start, end + 24);
  if (modifiers.test(rest)) return true;
  const before = text.slice(Math.max(0, start - 12), start);
  const opens = /(?:^|[.!?:;\n*•–—-]\s{0,3}|please )$/i.test(before);
  return (opens && verbs.test(rest)) || isPlace(text, { start, end, before });
}

const placeName = new RegExp(`^(?:${placeNames}|Washington)$`);

/** Whether a single name is a place: "Charlotte, North Carolina", "Sofia is the capital", "in Washington". */
function isPlace(
  text: string,
  { start, end, before }: { start: number; end: number; before: string },
): boolean {
  const name = text.slice(start, end);
  if (!placeName.test(name) && !findPlace(name, "en")) return false;
  const after = text.slice(end, end + 40);
  if (/^ is (?:the|a) (?:\p{L}{1,12} ){0,2}(?:capital|city|town|state)(?!\p{L})/u.test(after))
    return true;
  const [, next = ""] = /^, (\p{Lu}\p{Ll}{2,20}(?: \p{Lu}\p{Ll}{2,20})?)/u.exec(after) ?? [];
  const region = [next, next.split(" ")[0] ?? ""].find((one) => findPlace(one, "en"));
  return region !== undefined || /(?:^|[^\p{L}])(?:in|near) $/u.test(before);
}
