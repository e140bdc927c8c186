import dev from "../../plugin.ts";
import { Notes } from "../notes.ts";
import { isSpecial, toJsonNumber } from "../number.ts";
import { checkLength } from "../output.ts";
import type { Builder, CommentedValue, Inside, Member } from "../parse-json.ts";
import { parse } from "../parse-json.ts";
import type { Comment } from "../scan.ts";
import { asciiOnly, escapeLone, unquote } from "../string.ts";
import type { FormatOptions } from "./request.ts";

/**
 * Reformats a JSON text. Numbers, keys and strings keep their spelling, unless it is one of JSON5: the result is JSON,
 * with comments if they were allowed.
 */
export function formatJson(json: string, options: FormatOptions) {
  const notes = new Notes(json);
  const layout = new Layout(json, options);
  const dialect = options.jsonc ? "json5" : "rfc8259";
  const { depth, keys, ...item } = parse(json, layout, { dialect, notes });
  const formatted = layout.document(item);
  return {
    formatted,
    bytes_in: Buffer.byteLength(json),
    bytes_out: Buffer.byteLength(formatted),
    depth,
    keys,
    warnings: [...notes.list(), ...layout.remarks],
  };
}

/** Builds the formatted text from the inside out. */
class Layout implements Builder<string> {
  readonly #text: string;
  readonly #options: FormatOptions;
  readonly #step: string;
  /** Reports what was written differently. */
  readonly remarks = new Set<string>();

  constructor(text: string, options: FormatOptions) {
    this.#text = text;
    this.#options = options;
    this.#step = options.indent === "tab" ? "\t" : " ".repeat(options.indent);
  }

  scalar(raw: string, kind: string): string {
    if (kind === "number") return this.#number(raw);
    if (kind !== "string") return raw;
    const text = this.#rewrite(raw, STRING.test(raw) ? raw : JSON.stringify(unquote(raw)));
    return this.#options.ascii ? asciiOnly(text) : escapeLone(text);
  }

  #key({ key, name }: Member<string>): string {
    const isQuoted = key.startsWith('"') || key.startsWith("'");
    return this.scalar(isQuoted ? key : this.#rewrite(key, JSON.stringify(name)), "string");
  }

  #number(raw: string): string {
    if (!isSpecial(raw)) return this.#rewrite(raw, toJsonNumber(raw));
    this.remarks.add("JSON has no Infinity or NaN: null was written");
    return "null";
  }

  #rewrite(before: string, after: string): string {
    if (after !== before) this.remarks.add("JSON5 syntax was rewritten as JSON");
    return after;
  }

  array(items: readonly CommentedValue<string>[], inside: Inside): string {
    return `[${this.#lines(items, inside)}]`;
  }

  object(members: readonly Member<string>[], inside: Inside): string {
    const colon = this.#options.minify ? ":" : ": ";
    const items = this.#sortMembers(members).map((member) => ({
      ...member,
      value: this.#key(member) + colon + member.value,
    }));
    return `{${this.#lines(items, inside)}}`;
  }

  document({ before, value, after }: CommentedValue<string>): string {
    if (this.#options.minify) return value;
    return [...before.map(this.#comment), value, ...after.map(this.#comment)].join("\n");
  }

  #comment = ({ start, end }: Comment): string => escapeLone(this.#text.slice(start, end));

  #lines(items: readonly CommentedValue<string>[], { rest, depth }: Inside): string {
    const { minify } = this.#options;
    if (minify) return checkText(items.map(({ value }) => value).join(","));
    if (items.length === 0 && rest.length === 0) return "";
    const end = `\n${this.#step.repeat(depth)}`;
    const line = end + this.#step;
    let lines = "";
    for (const [index, { before, value, after }] of items.entries()) {
      for (const comment of before) lines += line + this.#comment(comment);
      lines += line + value;
      if (index < items.length - 1) lines += ",";
      for (const comment of after) lines += ` ${this.#comment(comment)}`;
      checkText(lines);
    }
    for (const comment of rest) lines += line + this.#comment(comment);
    return checkText(lines + end);
  }

  #sortMembers(members: readonly Member<string>[]): readonly Member<string>[] {
    const { sort_keys } = this.#options;
    if (sort_keys === "none") return members;
    return members.toSorted(({ name: a }, { name: b }) => {
      const natural = sort_keys === "natural" ? collator.compare(a, b) : 0;
      return natural || (a < b ? -1 : a > b ? 1 : 0);
    });
  }
}

/** A string of RFC 8259. Each character matches in one way only. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON excludes them
const STRING = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"$/;

const collator = new Intl.Collator("en", { numeric: true });

/** Eight spaces for each of a thousand levels can turn a megabyte into gigabytes. */
function checkText(text: string): string {
  checkLength(text.length, dev.limits.formattedMax);
  return text;
}
