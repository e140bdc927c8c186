/** XML 1.0, production 2: the characters that a document may hold. */
export function isXmlText(text: string): boolean {
  return !FORBIDDEN.test(text);
}

/** The text with what XML cannot hold replaced by U+FFFD. */
export function xmlText(text: string): string {
  return text.replace(new RegExp(FORBIDDEN, "gu"), "\ufffd");
}

/** XML 1.0, productions 4 and 5: whether a text is a name. */
export function isXmlName(text: string): boolean {
  return NAME.test(text);
}

/** A name that is as like the text as it may be. */
export function xmlName(text: string): string {
  const name = text.replace(NOT_NAME_PART, "_");
  return isXmlName(name) ? name : `_${name}`;
}

const start =
  ":A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}";
const part = `${start}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}`;

const NAME = new RegExp(`^[${start}][${part}]*$`, "u");
const NOT_NAME_PART = new RegExp(`[^${part}]`, "gu");
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
