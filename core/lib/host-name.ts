import { domainToUnicode } from "node:url";

/** A warning about a host name: not ASCII, several scripts, or letters that look like Latin ones. */
export type HostWarning = "punycode" | "mixed_scripts" | "lookalike";

/** Returns a host name in readable form, with warnings. */
export function describeHost(hostname: string): { name: string; warnings: HostWarning[] } {
  if (!hostname.split(".").some((label) => label.startsWith("xn--")))
    return { name: hostname, warnings: [] };
  const name = domainToUnicode(hostname) || hostname;
  const labels = name.split(".");
  const warnings: HostWarning[] = ["punycode"];
  if (labels.some(isMixed)) warnings.push("mixed_scripts");
  const isTurkic = ["tr", "az"].includes(labels.at(-1) ?? "");
  if (labels.some((label) => isLookalike(label) || hasRareLatin(label, { isTurkic })))
    warnings.push("lookalike");
  return { name, warnings };
}

/** Scripts with letters that look alike. */
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
];

function isMixed(label: string): boolean {
  return alphabets.filter((alphabet) => alphabet.test(label)).length > 1;
}

/** Cyrillic, Greek and Armenian letters that look like Latin ones in most fonts. */
const lookalikes = new Set("аеорсухіѕјԁһԛԝѵӏԍοανυικρτωϲϳօսհոցյ");

/** Latin letters of phonetic alphabets that look like common ones. The dotless ı is common in Turkish and Azerbaijani. */
const rareLatin = new Set("ɑɡɩɪʟɴʀᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢ");

function hasRareLatin(label: string, { isTurkic }: { isTurkic: boolean }): boolean {
  return [...label].some((letter) => rareLatin.has(letter) || (letter === "ı" && !isTurkic));
}

/** Returns whether a label in another script reads as a Latin word. "аррӏе" has no Latin letter. */
function isLookalike(label: string): boolean {
  const letters = [...label].filter((character) => /\p{L}/u.test(character));
  const foreign = letters.filter((letter) => !alphabets[0]?.test(letter));
  return foreign.length > 0 && foreign.every((letter) => lookalikes.has(letter));
}
