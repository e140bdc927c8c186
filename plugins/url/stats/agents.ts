import { openWords } from "hub/data-file";

const { previewers, libraries, browsers, systems } = openWords(
  new URL("./agents.txt", import.meta.url),
  ["previewers", "libraries", "browsers", "systems"],
)();

/** Parsed User-Agent for the statistics. */
interface Agent {
  isBot: boolean;
  browser: string;
  system: string;
}

/** Parses a User-Agent. An empty one counts as a bot. */
export function parseUserAgent(userAgent: string): Agent {
  const text = userAgent.toLowerCase();
  return {
    isBot: text === "" || isPreviewer(userAgent) || includesAny(text, libraries),
    browser: matchName(text, browsers),
    system: matchName(text, systems),
  };
}

/** Returns whether a User-Agent is a link previewer: a messenger, search engine or monitor. */
export function isPreviewer(userAgent: string): boolean {
  // Cubot is a phone brand.
  const text = userAgent.toLowerCase().replaceAll("cubot", "");
  return includesAny(text, previewers);
}

function includesAny(text: string, words: ReadonlySet<string>): boolean {
  return words.values().some((word) => text.includes(word));
}

function matchName(text: string, names: ReadonlySet<string>): string {
  const pairs = names.values().map((line) => line.split("\t"));
  return pairs.find(([word = ""]) => text.includes(word))?.[1] ?? "Other";
}
