import { parseAddress } from "hub/net";

/** Mechanisms and modifiers that cause DNS lookups (RFC 7208 §4.6.4). */
const lookups = ["include", "a", "mx", "ptr", "exists"];
const lookupsMax = 10;

/** Reasons why receivers return `permerror` for a record. */
export type SpfFault = "syntax_error" | "too_many_lookups";

/**
 * Checks the terms after `v=spf1` by the grammar of RFC 7208 §12. Included records aren't followed, so only faults of
 * this record are found.
 */
export function findSpfFault(
  terms: readonly string[],
): { problem: SpfFault; detail: string } | undefined {
  const wrong = terms.find((term) => !isTerm(term));
  if (wrong !== undefined)
    return { problem: "syntax_error", detail: `"${wrong.slice(0, 100)}" is not an SPF term` };
  for (const name of ["redirect", "exp"])
    if (terms.filter((term) => term.startsWith(`${name}=`)).length > 1)
      return { problem: "syntax_error", detail: `"${name}" appears more than once` };
  const count = countLookups(terms);
  if (count <= lookupsMax) return undefined;
  return {
    problem: "too_many_lookups",
    detail: `The record needs ${count} DNS lookups, and at most ${lookupsMax} are allowed`,
  };
}

/** Counts the lookups of a record. Receivers stop at `all`, and then ignore `redirect`. */
function countLookups(terms: readonly string[]): number {
  const names = terms.map((term) => withoutQualifier(term));
  const end = names.indexOf("all");
  const evaluated = end === -1 ? names : names.slice(0, end);
  const count = evaluated.filter((term) => lookups.includes(getMechanism(term))).length;
  return count + (end === -1 && evaluated.some((term) => term.startsWith("redirect=")) ? 1 : 0);
}

function withoutQualifier(term: string): string {
  return "+-?~".includes(term.charAt(0)) ? term.slice(1) : term;
}

function getMechanism(term: string): string {
  return term.slice(0, findEnd(term, ":/"));
}

/** Returns the position of the first of these characters, or the length. */
function findEnd(text: string, marks: string): number {
  const at = [...text].findIndex((character) => marks.includes(character));
  return at === -1 ? text.length : at;
}

function isTerm(term: string): boolean {
  const equals = term.indexOf("=");
  const nameEnd = findEnd(term, "=:/");
  if (equals !== -1 && nameEnd === equals) return isModifier(term, equals);
  return isMechanism(withoutQualifier(term));
}

function isModifier(term: string, equals: number): boolean {
  const [name, value] = [term.slice(0, equals), term.slice(equals + 1)];
  if (name === "redirect" || name === "exp") return isDomainSpec(value);
  return /^[a-z][a-z0-9._-]*$/.test(name) && hasValidMacros(value);
}

function isMechanism(term: string): boolean {
  const name = getMechanism(term);
  const rest = term.slice(name.length);
  switch (name) {
    case "all":
      return rest === "";
    case "include":
    case "exists":
      return rest.startsWith(":") && isDomainSpec(rest.slice(1));
    case "ptr":
      return rest === "" || (rest.startsWith(":") && isDomainSpec(rest.slice(1)));
    case "a":
    case "mx":
      return isHostMechanism(rest);
    case "ip4":
      return isNetwork(rest, 32);
    case "ip6":
      return isNetwork(rest, 128);
    default:
      return false;
  }
}

/** Parses `[":" domain-spec] ["/" bits] ["//" bits]`. */
function isHostMechanism(rest: string): boolean {
  const six = splitPrefix(rest, "//");
  const four = splitPrefix(six.before, "/");
  const spec = four.before;
  if (spec !== "" && !(spec.startsWith(":") && isDomainSpec(spec.slice(1)))) return false;
  return four.bits <= 32 && six.bits <= 128;
}

/** Splits off a prefix length. A slash in a macro is a delimiter, and isn't followed by digits only. */
function splitPrefix(text: string, mark: string): { before: string; bits: number } {
  const at = text.lastIndexOf(mark);
  const digits = at === -1 ? "" : text.slice(at + mark.length);
  if (!/^\d{1,3}$/.test(digits)) return { before: text, bits: 0 };
  return { before: text.slice(0, at), bits: Number(digits) };
}

function isNetwork(rest: string, bits: 32 | 128): boolean {
  if (!rest.startsWith(":")) return false;
  const slash = rest.lastIndexOf("/");
  const [text, prefix] =
    slash === -1 ? [rest.slice(1), String(bits)] : [rest.slice(1, slash), rest.slice(slash + 1)];
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && parseAddress(text)?.bits === bits;
}

/** Returns whether a text is a domain, in which macros are allowed: it ends in a top-level domain or a macro. */
function isDomainSpec(text: string): boolean {
  if (!hasValidMacros(text)) return false;
  if (/%\{[a-z]\d*r?[.+,/_=-]*\}$/.test(text)) return true;
  const labels = (text.endsWith(".") ? text.slice(0, -1) : text).split(".");
  const last = labels.at(-1) ?? "";
  return (
    labels.length > 1 &&
    labels.every((label) => label !== "") &&
    /^[a-z0-9-]+$/.test(last) &&
    !/^\d+$/.test(last) &&
    !last.startsWith("-") &&
    !last.endsWith("-")
  );
}

/** Returns whether each percent sign starts a macro (RFC 7208 §7.1), and all characters are visible ASCII. */
function hasValidMacros(text: string): boolean {
  const plain = text.replaceAll(/%\{[slodiphcrtv]\d{0,3}r?[.+,/_=-]{0,7}\}|%[%_-]/g, "");
  return /^[!-~]*$/.test(plain) && !plain.includes("%");
}
