import { openWords } from "hub/data-file";
import type { FilterRules } from "./filter-list.ts";
import source from "./hide-banners.js" with { type: "text" };

/** Subjects of consent banners, the answers on their buttons, and addresses and names of their frames. */
const words = openWords(new URL("./consent.txt", import.meta.url), [
  "subjects",
  "answers",
  "frames",
])();

/**
 * Builds a script that hides the consent banners of a page, and evaluates to a list of them. A banner is an element that
 * `filters` name, an overlay, or an element with a name such as "cookie-bar". The latter two speak of cookies or privacy,
 * and have a button to answer.
 */
export function buildBannerScript(filters?: FilterRules): string {
  return `(${source.slice(source.indexOf("({")).trimEnd().replace(/;$/, "")})({
  subjects: new RegExp(${JSON.stringify([...words.subjects].join("|"))}, "iu"),
  answers: new RegExp(${JSON.stringify(`^(?:${[...words.answers].join("|")})`)}, "iu"),
  frames: new RegExp(${JSON.stringify([...words.frames].join("|"))}, "iu"),
  filters: ${filters ? writeFilters(filters) : "undefined"},
})`;
}

/** Writes filter rules as an expression. Lines of text are faster to transfer and parse than lists. */
function writeFilters({ generic, broad, specific, exceptions, exempt }: FilterRules): string {
  return JSON.stringify({
    generic: writeLines(generic),
    broad: broad.join("\n"),
    specific: writeLines(specific),
    exceptions: writeLines(exceptions),
    exempt,
  });
}

/** Writes a line for each selector: its key, a space and the selector, or only the selector if it is the key. */
function writeLines(entries: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...entries].flatMap(([key, selectors]) =>
    selectors.map((selector) => (selector === key ? key : `${key} ${selector}`)),
  );
  return lines.join("\n");
}
