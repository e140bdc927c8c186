import { openTexts } from "hub/data-file";

const texts = openTexts(new URL("./names.txt", import.meta.url), ["names"])();

/** The named colours of CSS, as six hexadecimal digits. */
export const names: ReadonlyMap<string, string> = new Map(Object.entries(texts.names));
