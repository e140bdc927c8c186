/** Decodes a string token: removes the quotes and resolves the escapes. */
export function unquote(raw: string): string {
  const body = raw.slice(1, -1);
  return body.includes("\\") ? unescapeText(body) : body;
}

/** Resolves JSON and JSON5 escapes. The scanner has validated them. */
function unescapeText(body: string): string {
  let text = "";
  let from = 0;
  for (let at = body.indexOf("\\"); at >= 0; at = body.indexOf("\\", from)) {
    text += body.slice(from, at);
    const [meant, length] = readEscape(body, at + 1);
    text += meant;
    from = at + 1 + length;
  }
  return text + body.slice(from);
}

function readEscape(body: string, at: number): [meant: string, length: number] {
  const char = body.charAt(at);
  switch (char) {
    case "u":
      return [String.fromCharCode(Number.parseInt(body.slice(at + 1, at + 5), 16)), 5];
    case "x":
      return [String.fromCharCode(Number.parseInt(body.slice(at + 1, at + 3), 16)), 3];
    case "\r":
      return ["", body[at + 1] === "\n" ? 2 : 1];
    case "\n":
    case "\u2028":
    case "\u2029":
      return ["", 1];
    default:
      return [ESCAPES.get(char) ?? char, 1];
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
    v: "\v",
    0: "\0",
  }),
);

/** Escapes all non-ASCII characters. */
export function asciiOnly(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, toUnicodeEscape);
}

/** Escapes lone surrogates, which UTF-8 cannot encode. */
export function escapeLone(text: string): string {
  return text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, toUnicodeEscape);
}

function toUnicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
