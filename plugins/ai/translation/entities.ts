const basic: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  hellip: "…",
  euro: "€",
  pound: "£",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  nbsp: "\u00a0",
  iexcl: "¡",
  iquest: "¿",
  laquo: "«",
  raquo: "»",
  oelig: "œ",
  OElig: "Œ",
};

// The letters from U+00C0 to U+00FF, in order.
const latin1 =
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml".split(
    " ",
  );

/** Reads the character references that words are written with. Others stay as they are. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,8});/g,
    (whole, name: string) => {
      if (name.startsWith("#")) {
        const hex = /^#x/i.test(name);
        const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
        const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
        return isCharacter ? String.fromCodePoint(code) : whole;
      }
      const letter = latin1.indexOf(name);
      return letter < 0 ? (basic[name] ?? whole) : String.fromCharCode(0xc0 + letter);
    },
  );
}

/** Writes text as HTML. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/&(?![A-Za-z]{2,30};)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\u00a0", "&nbsp;");
}
