/** One line of a vCard or of an iCalendar object: `NAME;PARAM=value:value`. */
export interface ContentLine {
  name: string;
  /** By their names in capitals; a bare `;CELL` of vCard 2.1 counts as `TYPE=CELL`. */
  params: ReadonlyMap<string, readonly string[]>;
  /** Still escaped. */
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

/** Unfolds a text and reads its lines. A line without a colon is left out. */
export function readLines(text: string): ContentLine[] {
  const whole: string[] = [];
  for (const line of text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n"))
    if ((line.startsWith(" ") || line.startsWith("\t")) && whole.length > 0)
      whole[whole.length - 1] += line.slice(1);
    else whole.push(line);
  return whole.map(readLine).filter((line) => line !== undefined);
}

/** The types of a line, in capitals: `TYPE=work,voice` has two. */
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
  const [before, value] = cutUnquoted(line, ":");
  if (value === undefined || before === "") return undefined;
  const params = new Map<string, string[]>();
  let [head, rest] = cutUnquoted(before, ";");
  // A group, as in `item1.TEL`, stands before the name.
  const name = head.slice(head.lastIndexOf(".") + 1).toUpperCase();
  while (rest !== undefined) {
    [head, rest] = cutUnquoted(rest, ";");
    const equals = head.indexOf("=");
    const key = equals < 0 ? "TYPE" : head.slice(0, equals).toUpperCase();
    params.set(key, [...(params.get(key) ?? []), head.slice(equals + 1).replaceAll('"', "")]);
  }
  return { name, params, value };
}

/** What stands before and after the first separator outside quotes. */
function cutUnquoted(text: string, separator: string): [string, string?] {
  let quoted = false;
  for (let index = 0; index < text.length; index++)
    if (text[index] === '"') quoted = !quoted;
    else if (text[index] === separator && !quoted)
      return [text.slice(0, index), text.slice(index + 1)];
  return [text];
}
