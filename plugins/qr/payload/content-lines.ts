/** A line of a vCard or iCalendar object: `NAME;PARAM=value:value`. */
export interface ContentLine {
  name: string;
  /** Parameters by upper-case name. A bare `;CELL` of vCard 2.1 counts as `TYPE=CELL`. */
  params: ReadonlyMap<string, readonly string[]>;
  /** The value with escapes. */
  value: string;
}

/** Joins lines with CR LF, and folds those over 75 bytes (RFC 2426, 2.6; RFC 5545, 3.1). */
export function writeLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** Escapes a text value: backslashes, commas, semicolons and line breaks. */
export function textValue(text: string): string {
  let result = "";
  for (const char of text.replaceAll("\r\n", "\n"))
    if (char === "\n") result += "\\n";
    else result += "\\,;".includes(char) ? `\\${char}` : char;
  return result;
}

/** Unfolds a text and parses its lines. Lines without a colon are skipped. */
export function readLines(text: string): ContentLine[] {
  const unfolded: string[] = [];
  for (const line of text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n"))
    if ((line.startsWith(" ") || line.startsWith("\t")) && unfolded.length > 0)
      unfolded[unfolded.length - 1] += line.slice(1);
    else unfolded.push(line);
  return unfolded.map(readLine).filter((line) => line !== undefined);
}

/** Returns the types of a line in upper case: `TYPE=work,voice` has two. */
export function listTypes({ params }: ContentLine): string[] {
  return (params.get("TYPE") ?? []).flatMap((value) => value.toUpperCase().split(","));
}

function foldLine(line: string): string {
  let result = "";
  let bytes = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (bytes + size > 75) {
      result += "\r\n ";
      bytes = 1;
    }
    result += char;
    bytes += size;
  }
  return result;
}

function readLine(line: string): ContentLine | undefined {
  const [prefix, value] = cutUnquoted(line, ":");
  if (value === undefined || prefix === "") return undefined;
  const params = new Map<string, string[]>();
  let [head, rest] = cutUnquoted(prefix, ";");
  // A group, as in `item1.TEL`, precedes the name.
  const name = head.slice(head.lastIndexOf(".") + 1).toUpperCase();
  while (rest !== undefined) {
    [head, rest] = cutUnquoted(rest, ";");
    const equals = head.indexOf("=");
    const key = equals < 0 ? "TYPE" : head.slice(0, equals).toUpperCase();
    params.set(key, [...(params.get(key) ?? []), head.slice(equals + 1).replaceAll('"', "")]);
  }
  return { name, params, value };
}

/** Splits a text at the first separator outside quotes. */
function cutUnquoted(text: string, separator: string): [string, string?] {
  let quoted = false;
  for (let index = 0; index < text.length; index++)
    if (text[index] === '"') quoted = !quoted;
    else if (text[index] === separator && !quoted)
      return [text.slice(0, index), text.slice(index + 1)];
  return [text];
}
