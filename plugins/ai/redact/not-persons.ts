import { either } from "../names/person-context.ts";
import type { TextEntity } from "../recognize/found.ts";
import { readPersonContext } from "./person-context.ts";
import { isPersonLabel } from "./person-labels.ts";

const context = readPersonContext();
const make = new RegExp(`^${either(context["car makes"])} \\p{Lu}`, "u");
/** Words before a name that is a part of a place's, institution's or prize's name. */
const venueBefore = new RegExp(`(?:^|[^\\p{L}])${either(context["before a venue"])} $`, "iu");
/** Words after a name that make it a place's, prize's, shop's or illness's name. */
const venueAfter = new RegExp(
  `^(?:['’]s|s|['’])?[ -]${either(context["after a venue"])}(?!\\p{L})`,
  "u",
);
const score = /^ \d{1,3} ?[-–:] ?\d{1,3}(?!\d)/u;

/** Signatures and contacts that are a service, without a person's name. */
const desks = new RegExp(
  `^(?:Ihre?|Eure?|Uw|Your|Votre|Vostr[oa]) \\p{Lu}[\\p{L}-]{1,40}$|(?:^| )${either(context.desks)}$`,
  "u",
);
const colleague = new RegExp(
  `^(?:Frau|Herr|Liebe|Sehr geehrte) ${either(context.colleagues)}$`,
  "u",
);
const placeStart = new RegExp(`^${either(context["places that begin a name"])} `, "u");

/** Whether a finding of a person is a brand, a work, a place named for a person, or a team. */
export function isOtherThanPerson(text: string, { type, start, end }: TextEntity): boolean {
  if (type !== "person") return false;
  const name = text.slice(start, end);
  if (context.brands.has(name.toLowerCase()) || make.test(name)) return true;
  const isPlace = context["places like names"].has(name);
  if (/[;؛]/u.test(name) || placeStart.test(name) || (isPlace && name.includes(" "))) return true;
  if (colleague.test(name)) return true;
  if (desks.test(name) || (text[end] === ":" && isPersonLabel(name.toLowerCase()))) return true;
  const [before, after] = [text.slice(Math.max(0, start - 24), start), text.slice(end, end + 40)];
  if (venueBefore.test(before) || venueAfter.test(after) || score.test(after)) return true;
  if (/plein$|straße$|platz$|gatan$|Bulvarı$/u.test(name)) return true;
  // "Ben & Jerry's", "Marks & Spencer", "Johnson & Johnson"
  const isSingle = !/[\s,]/u.test(name);
  if (isSingle && (/ & $/u.test(before) || /^(?:['’]s)? & \p{Lu}/u.test(after))) return true;
  return isSingle && isPlace && !/(?:Mr|Mrs|Ms|Dr)\.? $/u.test(before);
}

/** Words for relatives and roles that a tagger takes for the beginning of a name. */
const leading = new RegExp(`^${either(context["before a person"])} `, "u");

/** Returns a finding without words for relatives and roles before the name. */
export function trimPerson(text: string, one: TextEntity): TextEntity {
  if (one.type !== "person") return one;
  const length = leading.exec(text.slice(one.start, one.end))?.[0].length ?? 0;
  return length === 0 ? one : { ...one, start: one.start + length, normalized: undefined };
}
