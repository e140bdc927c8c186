import { endsRun } from "./clean-content.ts";
import { stringOf, tokensOf, wordOf } from "./tokens.ts";

/**
 * What the strings of a content stream say: those that are shown one right after the other are one
 * run. The bytes are as they are, whatever the font makes of them.
 */
export function readRuns(bytes: Uint8Array): Uint8Array[] {
  const runs: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  const end = () => {
    if (parts.length > 0) runs.push(Buffer.concat(parts));
    parts = [];
  };
  for (const token of tokensOf(bytes))
    if (token.kind === "string" || token.kind === "hex") parts.push(stringOf(bytes, token));
    else if (token.kind === "word" && endsRun.has(wordOf(bytes, token))) end();
  end();
  return runs;
}
