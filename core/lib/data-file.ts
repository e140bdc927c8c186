import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

/**
 * How a cell of a table is read: a text, a text or nothing, a number, a list separated by commas, or one of these
 * values.
 */
export type Column = "text" | "optional" | "number" | "list" | readonly string[];

type Cell<C extends Column> = C extends "text"
  ? string
  : C extends "optional"
    ? string | undefined
    : C extends "number"
      ? number
      : C extends "list"
        ? string[]
        : C extends readonly (infer Value)[]
          ? Value
          : never;

/** A row of a table, by the names of its columns. */
export type TableRow<Columns extends Record<string, Column>> = {
  readonly [Name in keyof Columns]: Cell<Columns[Name]>;
};

interface TableOptions<Columns> {
  /** The columns whose values together occur once. Default: the first column. */
  unique?: readonly (keyof Columns & string)[];
}

/**
 * Returns a function that reads a table from a TSV file on its first call. The file begins with the lines
 * `# source: …` and `# licence: …`. The next line names the columns. Other lines that begin with `# ` are comments.
 * Throws an error with the file and the line if the table has another shape, an unknown value, or a row twice.
 */
export function openTable<const Columns extends Record<string, Column>>(
  url: URL,
  columns: Columns,
  { unique = Object.keys(columns).slice(0, 1) }: TableOptions<Columns> = {},
): () => readonly TableRow<Columns>[] {
  let rows: readonly TableRow<Columns>[] | undefined;
  const read = () => {
    const [head, ...lines] = readLines(url);
    const names = Object.keys(columns);
    if (head?.text !== names.join("\t"))
      fail(url, head, `it must name the columns ${names.join(", ")}`);
    const keys = new Set<string>();
    return lines.map((line) => {
      const cells = line.text.split("\t");
      if (cells.length !== names.length)
        fail(url, line, `it has ${cells.length} cells instead of ${names.length}`);
      const row = Object.fromEntries(
        names.map((name, index) => [
          name,
          readCell(cells[index] ?? "", columns[name] ?? "text", (reason) =>
            fail(url, line, `${name} ${reason}`),
          ),
        ]),
      );
      const key = unique.map((name) => String(row[name])).join("\t");
      if (keys.has(key)) fail(url, line, `it repeats "${key}"`);
      keys.add(key);
      return row as TableRow<Columns>;
    });
  };
  return () => (rows ??= read());
}

function readCell(text: string, column: Column, refuse: (reason: string) => never): unknown {
  if (column === "optional") return text || undefined;
  if (column === "list") return text === "" ? [] : text.split(",").map((item) => item.trim());
  if (column === "number") {
    const value = Number(text);
    return text.trim() !== "" && Number.isFinite(value)
      ? value
      : refuse(`must be a number: "${text}"`);
  }
  if (column !== "text" && !column.includes(text))
    refuse(`must be one of ${column.join(", ")}: "${text}"`);
  return text === "" && column === "text" ? refuse("must not be empty") : text;
}

/**
 * Returns a function that reads lists of words from a file on its first call. A line in brackets begins a list and names it.
 * Each other line is an entry: a word or a phrase. The names must be the given ones, in this order. The file begins with
 * its source and licence, as a table does. Throws an error with the file and the line for an unknown list or a repeated
 * entry.
 */
export function openWords<const Name extends string>(
  url: URL,
  names: readonly Name[],
): () => Readonly<Record<Name, ReadonlySet<string>>> {
  let lists: Record<Name, Set<string>> | undefined;
  const read = () => {
    const found = new Map<string, Set<string>>();
    let list: Set<string> | undefined;
    for (const line of readLines(url)) {
      const { text } = line;
      if (text.startsWith("[") && text.endsWith("]")) {
        const name = text.slice(1, -1);
        if (name !== names[found.size]) fail(url, line, `it must be [${names[found.size] ?? "…"}]`);
        list = new Set();
        found.set(name, list);
      } else if (!list) fail(url, line, "it must be the name of a list in brackets");
      else if (list.has(text)) fail(url, line, `it repeats "${text}"`);
      else list.add(text);
    }
    if (found.size < names.length) fail(url, undefined, `it has no list [${names[found.size]}]`);
    return Object.fromEntries(found) as Record<Name, Set<string>>;
  };
  return () => (lists ??= read());
}

/**
 * Returns a function that reads texts by their keys from a file on its first call: a file of `openWords` in which each entry
 * is a key and a text, separated by a tab. The result has no inherited names.
 */
export function openTexts<const Name extends string>(
  url: URL,
  names: readonly Name[],
): () => Readonly<Record<Name, Readonly<Record<string, string>>>> {
  const readLists = openWords(url, names);
  let texts: Record<Name, Record<string, string>> | undefined;
  const read = () => {
    const lists = readLists();
    const tables = names.map((name) => [name, readTexts(url, lists[name])] as const);
    return Object.fromEntries(tables) as Record<Name, Record<string, string>>;
  };
  return () => (texts ??= read());
}

function readTexts(url: URL, entries: ReadonlySet<string>): Record<string, string> {
  const texts: Record<string, string> = Object.create(null);
  for (const entry of entries) {
    const [key = "", text] = entry.split("\t");
    if (text === undefined) fail(url, undefined, `it has no tab in "${entry}"`);
    if (key in texts) fail(url, undefined, `it repeats "${key}"`);
    texts[key] = text;
  }
  return texts;
}

/** Returns the lines of a large text that is compressed with Brotli. It begins with its source and licence, as a table does. */
export function readPackedText(url: URL): string {
  return readLines(url, brotliDecompressSync(readFileSync(url)).toString())
    .map(({ text }) => text)
    .join("\n");
}

/** Returns the names of the data files in a folder, without their ending and in order. */
export function listFiles(folder: URL, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted();
}

interface FileLine {
  number: number;
  text: string;
}

/** Returns the lines of a file without comments and empty lines. Throws if it doesn't name its source and licence. */
function readLines(url: URL, content = readFileSync(url, "utf8")): FileLine[] {
  const lines = content.split("\n").map((text, index) => ({ number: index + 1, text }));
  for (const [index, field] of ["source", "licence"].entries())
    if (!lines[index]?.text.startsWith(`# ${field}: `))
      fail(url, { number: index + 1, text: "" }, `it must be "# ${field}: …"`);
  return lines.filter(({ text }) => text !== "" && !text.startsWith("# "));
}

function fail(url: URL, line: FileLine | undefined, reason: string): never {
  const place = line ? `:${line.number}` : "";
  throw new Error(`Cannot read ${fileURLToPath(url)}${place}: ${reason}`);
}
