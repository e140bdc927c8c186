import { isFreeProvider, popular } from "../lists/free-providers.ts";
import { areNeighbours, distance, slip } from "./distance.ts";
import { knownTypos, mistypedTlds, namesakes } from "./known-typos.ts";

/**
 * The domain that was probably meant, or undefined. Those who wait for mistyped mail have mail
 * servers too, so that a plain slip in the name of a giant is told whatever the DNS says. Anything
 * else is suggested only for a domain that is known to accept no mail.
 */
export function suggestDomain(
  domain: string,
  { accepts }: { accepts: boolean | undefined },
): string | undefined {
  if (isFreeProvider(domain) || namesakes.has(domain)) return undefined;
  const known = knownTypos.get(domain) ?? withTldRight(domain) ?? slippedFrom(domain);
  if (known !== undefined || accepts !== false) return known;
  return nearest(domain);
}

/** `acme.con` is `acme.com`: there is no such top-level domain. */
function withTldRight(domain: string): string | undefined {
  const dot = domain.lastIndexOf(".");
  const tld = mistypedTlds.get(domain.slice(dot + 1));
  if (dot === -1 || tld === undefined) return undefined;
  const corrected = `${domain.slice(0, dot + 1)}${tld}`;
  return knownTypos.get(corrected) ?? slippedFrom(corrected) ?? corrected;
}

/** Names so long and so much used that what is one slip away is nobody's own. */
const giants = ["gmail", "yahoo", "hotmail", "outlook", "icloud", "googlemail", "protonmail"];

/** The giant whose name was typed with one slip behind its first letter: `gmali.com`. */
function slippedFrom(domain: string): string | undefined {
  if (!domain.endsWith(".com")) return undefined;
  const name = domain.slice(0, -".com".length);
  const giant = giants.find(
    (giant) => name !== giant && name[0] === giant[0] && isOneSlip(name, giant),
  );
  return giant && `${giant}.com`;
}

/** Letters that changed places, one that is doubled or left out, or the key beside the right one. */
function isOneSlip(typed: string, meant: string): boolean {
  if (typed.length + 1 === meant.length)
    return [...meant].some((_, at) => meant.slice(0, at) + meant.slice(at + 1) === typed);
  return distance(typed, meant, { max: slip }) <= slip;
}

/** One slip in a short name, two slips of the common kinds in a long one. */
function nearest(domain: string): string | undefined {
  const max = domain.length < 10 ? 1 : 1.4;
  let best: { provider: string; distance: number } | undefined;
  for (const provider of popular) {
    if (!couldBe(domain, provider)) continue;
    const away = distance(domain, provider, { max });
    // Of providers that are as near, the one more people use, which comes first.
    if (away < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { provider, distance: away };
  }
  return best?.provider ?? popular.find((provider) => isStartOf(domain, provider));
}

/**
 * Names of up to four letters are near to everything (`life.com` is not `live.com`), so theirs must
 * be right; another country's domain is another; and nobody's first letter is wrong by more than a
 * slip.
 */
function couldBe(typed: string, provider: string): boolean {
  const name = provider.slice(0, provider.indexOf("."));
  if (name.length <= 4 && !typed.startsWith(`${name}.`)) return false;
  const [typedTld = "", tld = ""] = [typed, provider].map((domain) => domain.split(".").at(-1));
  if (typedTld !== tld && typedTld.length === 2 && tld.length === 2) return false;
  if (name.length <= 4) return true;
  const isSwapped = typed[0] === provider[1] && typed[1] === provider[0];
  const isDropped = typed === provider.slice(1);
  return (
    typed[0] === provider[0] || isSwapped || isDropped || areNeighbours(typed[0]!, provider[0]!)
  );
}

/** `gmail` alone lacks its end. */
function isStartOf(typed: string, provider: string): boolean {
  return typed.length >= 5 && !typed.includes(".") && provider.startsWith(`${typed}.`);
}
