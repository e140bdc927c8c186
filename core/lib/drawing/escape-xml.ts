const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

// Whatever is no plain ASCII, or means something in XML. Most of what is drawn is numbers and names.
const needsCare = /[^ !#-%(-;=?-~]/;

/** Writes a text so that it is text in XML and in SVG, and without what XML 1.0 cannot hold. */
export function escapeXml(text: string): string {
  if (!needsCare.test(text)) return text;
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
      .replace(/[&<>"']/g, (character) => entities[character]!)
  );
}
