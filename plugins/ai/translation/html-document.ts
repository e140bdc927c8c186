import { type Document, type DocumentTerms, type Part, segmentsOf } from "./document.ts";
import { decodeEntities, escapeText } from "./entities.ts";
import { type Token, tokensOf } from "./html-tokens.ts";
import { Masks } from "./masks.ts";
import { protect } from "./protect.ts";

/** Reads HTML: its tags, and what is code or not to be translated, stay as they are. */
export function htmlDocument(text: string, terms: DocumentTerms): Document {
  const masks = new Masks();
  const protection = { ...terms, masks, write: escapeText };
  const parts: Part[] = [];
  let run = "";
  const flush = () => {
    parts.push(...segmentsOf(run, protection));
    run = "";
  };
  for (const token of tokensOf(text)) {
    if (token.kind === "text") run += protect(decodeEntities(token.text), protection);
    else if (token.kind === "inline") run += masks.hide(token.text, nesting(token));
    else {
      flush();
      parts.push({ fixed: token.text });
    }
  }
  flush();
  return { parts, masks, write: escapeText };
}

function nesting({ opens, closes }: Token) {
  return { opens, closes };
}
