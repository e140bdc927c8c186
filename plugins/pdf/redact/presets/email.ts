import { reach, type Span } from "./find.ts";

const isLocal = (character: string) => /[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~-]/u.test(character);
const isDomain = (character: string) => /[\p{L}\p{N}\p{M}.-]/u.test(character);

/** Finds e-mail addresses: what stands around an `@` and has a domain of two labels or more. */
export function findEmails(text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const before = reach(text, at - 1, { step: -1, max: 64, is: isLocal });
    const after = reach(text, at + 1, { step: 1, max: 255, is: isDomain });
    const domain = trimDomain(text.slice(at + 1, at + 1 + after));
    if (before > 0 && hasTopLevel(domain))
      found.push({ start: at - before, end: at + 1 + domain.length });
  }
  return found;
}

function trimDomain(domain: string): string {
  let end = domain.length;
  while (end > 0 && (domain[end - 1] === "." || domain[end - 1] === "-")) end--;
  return domain.slice(0, end);
}

function hasTopLevel(domain: string): boolean {
  const labels = domain.split(".");
  return labels.length > 1 && labels.every((label) => label !== "") && labels.at(-1)!.length > 1;
}
