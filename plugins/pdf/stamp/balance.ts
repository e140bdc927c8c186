import { tokensOf, wordOf } from "../redact/content/tokens.ts";

/** What a content stream needs around it, so that what is drawn after it begins as a page does. */
export interface Balance {
  before: string;
  after: string;
}

/**
 * Closes what a page's content leaves open, and opens what it closes without having opened it: many a
 * producer leaves a mirrored coordinate system behind.
 */
export function balanceOf(bytes: Uint8Array): Balance {
  let depth = 0;
  let least = 0;
  let inText = false;
  let marks = 0;
  for (const token of tokensOf(bytes)) {
    if (token.kind !== "word" || token.end - token.start > 3) continue;
    const word = wordOf(bytes, token);
    if (word === "q") depth++;
    else if (word === "Q") least = Math.min(least, --depth);
    else if (word === "BT" || word === "ET") inText = word === "BT";
    else if (word === "BMC" || word === "BDC") marks++;
    else if (word === "EMC") marks = Math.max(0, marks - 1);
  }
  return {
    before: "q\n".repeat(1 - least),
    after: `\n${inText ? "ET\n" : ""}${"EMC\n".repeat(marks)}${"Q\n".repeat(depth - least + 1)}`,
  };
}
