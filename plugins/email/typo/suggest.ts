import { isFreeProvider, popular } from "../lists/free-providers.ts";
import { areNeighbours, distanceBetween, slip } from "./distance.ts";

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
  const known = knownTypos.get(domain) ?? correctTld(domain) ?? findSlippedGiant(domain);
  if (known !== undefined || accepts !== false) return known;
  return findNearest(domain);
}

/** `acme.con` is `acme.com`: there is no such top-level domain. */
function correctTld(domain: string): string | undefined {
  const dot = domain.lastIndexOf(".");
  const tld = mistypedTlds.get(domain.slice(dot + 1));
  if (dot === -1 || tld === undefined) return undefined;
  const corrected = `${domain.slice(0, dot + 1)}${tld}`;
  return knownTypos.get(corrected) ?? findSlippedGiant(corrected) ?? corrected;
}

/** Names so long and so much used that what is one slip away is nobody's own. */
const giants = ["gmail", "yahoo", "hotmail", "outlook", "icloud", "googlemail", "protonmail"];

/** The giant whose name was typed with one slip behind its first letter: `gmali.com`. */
function findSlippedGiant(domain: string): string | undefined {
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
  return distanceBetween(typed, meant, { max: slip }) <= slip;
}

/** One slip in a short name, two slips of the common kinds in a long one. */
function findNearest(domain: string): string | undefined {
  const max = domain.length < 10 ? 1 : 1.4;
  let best: { provider: string; distance: number } | undefined;
  for (const provider of popular) {
    if (!couldBe(domain, provider)) continue;
    const away = distanceBetween(domain, provider, { max });
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
    typed[0] === provider[0] ||
    isSwapped ||
    isDropped ||
    areNeighbours(typed.charAt(0), provider.charAt(0))
  );
}

/** `gmail` alone lacks its end. */
function isStartOf(typed: string, provider: string): boolean {
  return typed.length >= 5 && !typed.includes(".") && provider.startsWith(`${typed}.`);
}

/** One slip from a giant, and somebody's own all the same. */
const namesakes: ReadonlySet<string> = new Set(["cloud.com", "gail.com"]);

/** Mistyped domains that are nobody's mail: each stands for one provider and no other. */
const knownTypos: ReadonlyMap<string, string> = pairs({
  "gmail.com": `
    gamil.com gmial.com gmai.com gmal.com gmil.com gmaill.com gmaiil.com ggmail.com gnail.com
    gmsil.com gmqil.com gmail.co gmail.cm gmail.om gmailcom gmail.comm gmail.com.com gmaul.com
    gmaik.com gmailc.om`,
  "googlemail.com": "googlmail.com goglemail.com googelmail.com",
  "yahoo.com": `
    yaho.com yahooo.com yhoo.com yhaoo.com yahho.com yaoo.com yahoo.co yahoo.cm yahoo.om yahoocom
    yahoo.com.com tahoo.com uahoo.com`,
  "hotmail.com": `
    hotmial.com hotmal.com hotmai.com hotmil.com hotmaill.com hotamil.com hotnail.com homail.com
    htomail.com hotmsil.com hotmail.co hotmail.cm hotmail.om hotmailcom hotmail.com.com hitmail.com
    hormail.com`,
  "outlook.com": `
    outlok.com outllok.com outlool.com outloook.com oulook.com outloo.com otlook.com outlook.cm
    outlook.om outlookcom`,
  "icloud.com": `
    iclod.com icoud.com iclould.com icluod.com icould.com icloud.co icloud.cm icloud.om icloudcom`,
  "aol.com": "aol.co aol.cm aol.om aolcom",
  "protonmail.com": "protonmial.com protomail.com protonmai.com",
  "comcast.net": "comcst.net comcat.net comacst.net",
});

/** Top-level domains that do not exist, and the one beside each on the keyboard or in the ear. */
export const mistypedTlds: ReadonlyMap<string, string> = pairs({
  com: "con cmo ocm cpm comm coom ccom cim vom xom clm ckm coma comn c0m",
  net: "nte nett ner nrt",
  org: "ogr orgg prg ofg",
});

function pairs(meant: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(meant).flatMap(([right, wrong]) =>
      wrong
        .trim()
        .split(/\s+/)
        .map((typed): [string, string] => [typed, right]),
    ),
  );
}
