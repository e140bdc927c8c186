import { isFreeProvider, popular } from "../lists/free-providers.ts";
import { areNeighbours, distance } from "./distance.ts";
import { knownTypos, mistypedTlds } from "./known-typos.ts";

/**
 * The domain that was probably meant, or undefined. There is none for a domain that accepts mail,
 * however odd it looks; and for one of which that is not known, there must be no doubt.
 */
export function suggestDomain(
  domain: string,
  { accepts }: { accepts: boolean | undefined },
): string | undefined {
  if (accepts || isFreeProvider(domain)) return undefined;
  const known = knownTypos.get(domain) ?? withTldRight(domain);
  if (known !== undefined || accepts === undefined) return known;
  return nearest(domain);
}

/** `acme.con` is `acme.com`: there is no such top-level domain. */
function withTldRight(domain: string): string | undefined {
  const dot = domain.lastIndexOf(".");
  const tld = mistypedTlds.get(domain.slice(dot + 1));
  if (dot === -1 || tld === undefined) return undefined;
  const corrected = `${domain.slice(0, dot + 1)}${tld}`;
  return knownTypos.get(corrected) ?? corrected;
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
 * Names of two or three letters are near to everything, so theirs must be right; and nobody's first
 * letter is wrong by more than a slip.
 */
function couldBe(typed: string, provider: string): boolean {
  const name = provider.slice(0, provider.indexOf("."));
  if (name.length < 4) return typed.startsWith(`${name}.`);
  const isSwapped = typed[0] === provider[1] && typed[1] === provider[0];
  const isDropped = typed === provider.slice(1);
  return (
    typed[0] === provider[0] || isSwapped || isDropped || areNeighbours(typed[0]!, provider[0]!)
  );
}

/** `gmail` alone lacks its end. */
function isStartOf(typed: string, provider: string): boolean {
  return typed.length >= 5 && provider.startsWith(`${typed}.`);
}
