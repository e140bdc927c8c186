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

/** Returns whether a User-Agent is no person's: that of a messenger, search engine, monitor or library, or an empty one. */
export function isCrawler(userAgent: string): boolean {
  const text = userAgent.toLowerCase();
  if (text === "" || crawlers.values().some((word) => text.includes(word))) return true;
  return isbot(people.values().reduce((rest, word) => rest.replaceAll(word, "gecko"), text));
}

function matchName(text: string, names: ReadonlySet<string>): string {
  const pairs = names.values().map((line) => line.split("\t"));
  return pairs.find(([word = ""]) => text.includes(word))?.[1] ?? "Other";
}
