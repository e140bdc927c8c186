import { openTexts } from "hub/data-file";
import { isFreeProvider, listPopularProviders, listProviders } from "../lists/free-providers.ts";
import { areNeighbours, measureDistance, slip } from "./distance.ts";

/**
 * Suggests the intended domain, or returns undefined. Typosquatters run mail servers too, so obvious
 * slips in the names of large providers are reported even if the domain accepts mail. All other
 * suggestions require that the domain accepts no mail.
 */
export function suggestDomain(
  domain: string,
  { accepts, hasKnownTld = true }: { accepts: boolean | undefined; hasKnownTld?: boolean },
): string | undefined {
  if (isFreeProvider(domain) || namesakes.has(domain)) return undefined;
  const known =
    knownTypos.get(domain) ??
    correctTld(domain) ??
    findSlippedGiant(domain) ??
    // A domain whose top-level domain doesn't exist can't be anyone's.
    (hasKnownTld ? undefined : findSwappedTld(domain));
  if (known !== undefined || accepts !== false) return known;
  return findNearestOnce(domain);
}

/** The last results by domain: the search takes a millisecond, and a batch repeats domains. */
const nearest = new Map<string, string | undefined>();
const nearestMax = 1000;

function findNearestOnce(domain: string): string | undefined {
  if (nearest.has(domain)) return nearest.get(domain);
  if (nearest.size >= nearestMax) nearest.clear();
  const found = findNearest(domain);
  nearest.set(domain, found);
  return found;
}

/** Returns a domain without slips that make its syntax invalid, such as a comma instead of a dot. */
export function repairDomain(domain: string): string {
  const dotted = domain.replaceAll(/[,;:\s.。．]+/g, ".");
  const start = dotted.startsWith(".") ? 1 : 0;
  return dotted.slice(start, dotted.endsWith(".") ? -1 : undefined);
}

/** Corrects an invalid top-level domain: `acme.con` to `acme.com`. */
function correctTld(domain: string): string | undefined {
  const dot = domain.lastIndexOf(".");
  const tld = mistypedTlds.get(domain.slice(dot + 1));
  if (dot === -1 || tld === undefined) return undefined;
  const corrected = `${domain.slice(0, dot + 1)}${tld}`;
  return knownTypos.get(corrected) ?? findSlippedGiant(corrected) ?? corrected;
}

/** Finds the provider of which only letters of the top-level domain are swapped, such as `libero.ti`. */
function findSwappedTld(domain: string): string | undefined {
  const [name, ...rest] = domain.split(".");
  const sortLetters = (labels: readonly string[]) => [...labels.join(".")].sort().join("");
  return listProviders().find((provider) => {
    const [own, ...tld] = provider.split(".");
    return own === name && sortLetters(tld) === sortLetters(rest);
  });
}

/** Large providers with long names. A domain one slip away is certainly a typo. */
const giants = ["gmail", "yahoo", "hotmail", "outlook", "icloud", "googlemail", "protonmail"];

/** Finds the large provider if the name has one slip after the first letter, such as `gmali.com`. */
function findSlippedGiant(domain: string): string | undefined {
  if (!domain.endsWith(".com")) return undefined;
  const name = domain.slice(0, -".com".length);
  const giant = giants.find(
    (giant) => name !== giant && name[0] === giant[0] && isOneSlip(name, giant),
  );
  return giant && `${giant}.com`;
}

/** Returns whether names differ by one slip: swapped, doubled or missing letters, or an adjacent key. */
function isOneSlip(typed: string, intended: string): boolean {
  if (typed.length + 1 === intended.length)
    return [...intended].some((_, at) => intended.slice(0, at) + intended.slice(at + 1) === typed);
  return measureDistance(typed, intended, { max: slip }) <= slip;
}

/** Finds the closest provider, with one slip in short names and two common slips in long ones. */
function findNearest(domain: string): string | undefined {
  const max = domain.length < 10 ? 1 : 1.4;
  let best: { provider: string; distance: number } | undefined;
  for (const provider of listProviders()) {
    if (!isPlausible(domain, provider)) continue;
    const away = measureDistance(domain, provider, { max });
    // On a tie, the more popular provider wins, because it comes first.
    if (away < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { provider, distance: away };
  }
  return best?.provider ?? listPopularProviders().find((provider) => isStartOf(domain, provider));
}

/**
 * Returns whether a suggestion is plausible. Names of up to four letters must match, because they are
 * similar to many others (`life.com` isn't `live.com`). The country must match, and the first letter can
 * be off by at most a slip.
 */
function isPlausible(typed: string, provider: string): boolean {
  const name = provider.slice(0, provider.indexOf("."));
  if (name.length <= 4 && !typed.startsWith(`${name}.`)) return false;
  const [typedTld = "", tld = ""] = [typed, provider].map((domain) => domain.split(".").at(-1));
  if (typedTld !== tld && typedTld.length === 2 && tld.length === 2) return false;
  if (name.length <= 4) return true;
  const isSwapped = typed[0] === provider[1] && typed[1] === provider[0];
  const isDropped = typed === provider.slice(1);
  return (
    typed[0] === provider[0] ||
    isSwapped ||
    isDropped ||
    areNeighbours(typed.charAt(0), provider.charAt(0))
  );
}

/** Returns whether a name lacks its ending, such as `gmail`. */
function isStartOf(typed: string, provider: string): boolean {
  return typed.length >= 5 && !typed.includes(".") && provider.startsWith(`${typed}.`);
}

/** Real domains that are one slip away from a large provider. */
const namesakes: ReadonlySet<string> = new Set(["cloud.com", "gail.com"]);

const texts = openTexts(new URL("./suggest.txt", import.meta.url), ["typos", "tlds"])();

/** Well-known typos, each of exactly one provider. */
const knownTypos: ReadonlyMap<string, string> = pairs(texts.typos);

/** Invalid top-level domains and their likely corrections. */
export const mistypedTlds: ReadonlyMap<string, string> = pairs(texts.tlds);

function pairs(intended: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(intended).flatMap(([right, wrong]) =>
      wrong.split(" ").map((typed): [string, string] => [typed, right]),
    ),
  );
}
