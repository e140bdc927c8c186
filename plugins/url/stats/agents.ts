import { openWords } from "hub/data-file";
import { isbot } from "isbot";

const { people, crawlers, browsers, systems } = openWords(
  new URL("./agents.txt", import.meta.url),
  ["people", "crawlers", "browsers", "systems"],
)();

/** Parsed User-Agent for the statistics. */
interface Agent {
  isBot: boolean;
  browser: string;
  system: string;
}

/** Parses a User-Agent. */
export function parseUserAgent(userAgent: string): Agent {
  const text = userAgent.toLowerCase();
  return {
    isBot: isCrawler(userAgent),
    browser: matchName(text, browsers),
    system: matchName(text, systems),
  };
}

/** Results of the last User-Agents, because the expression of `isbot` is long. */
const known = new Map<string, boolean>();
const knownMax = 1000;
const knownLengthMax = 512;

/** Returns whether a User-Agent is no person's: that of a messenger, search engine, monitor or library, or an empty one. */
export function isCrawler(userAgent: string): boolean {
  const found = known.get(userAgent);
  if (found !== undefined) return found;
  const text = userAgent.toLowerCase();
  const isOwn = text === "" || crawlers.values().some((word) => text.includes(word));
  const result =
    isOwn || isbot(people.values().reduce((rest, word) => rest.replaceAll(word, "gecko"), text));
  if (known.size >= knownMax) known.clear();
  if (userAgent.length <= knownLengthMax) known.set(userAgent, result);
  return result;
}

function matchName(text: string, names: ReadonlySet<string>): string {
  const pairs = names.values().map((line) => line.split("\t"));
  return pairs.find(([word = ""]) => text.includes(word))?.[1] ?? "Other";
}
