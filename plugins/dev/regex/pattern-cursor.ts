/** A syntax error in a regular expression, with its position. */
export class PatternError extends Error {
  override name = "PatternError";

  constructor(
    message: string,
    /** Offset of the error in UTF-16 code units. */
    readonly position: number,
  ) {
    super(message);
  }
}

/** A position in a pattern, and properties of the whole pattern. */
export class Cursor {
  at = 0;
  readonly source: string;
  /** Whether the flag u or v is set: the pattern consists of code points, and its syntax is strict. */
  readonly unicode: boolean;
  /** Whether the flag v is set: classes can be nested. */
  readonly sets: boolean;
  /** Number of capturing groups in the pattern. */
  readonly groups: number;
  readonly named: boolean;

  constructor(source: string, flags: string) {
    this.source = source;
    this.sets = flags.includes("v");
    this.unicode = this.sets || flags.includes("u");
    const { groups, named } = countGroups(source, this.sets);
    this.groups = groups;
    this.named = named;
  }

  get done(): boolean {
    return this.at >= this.source.length;
  }

  /** The next code unit, or an empty string at the end. */
  get next(): string {
    return this.source[this.at] ?? "";
  }

  sees(text: string): boolean {
    return this.source.startsWith(text, this.at);
  }

  /** Advances past `text` if it is next. Returns whether it was. */
  eat(text: string): boolean {
    if (!this.sees(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Consumes and returns the next characters that match `allowed`, at most `max`. */
  eatWhile(allowed: RegExp, max = Number.POSITIVE_INFINITY): string {
    const start = this.at;
    while (!this.done && this.at - start < max && allowed.test(this.next)) this.at++;
    return this.source.slice(start, this.at);
  }

  /** Consumes a character: a code point, or a code unit without the flags u and v. */
  eatCharacter(): number {
    const unit = this.source.charCodeAt(this.at);
    const codePoint = this.unicode ? (this.source.codePointAt(this.at) ?? unit) : unit;
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  fail(message: string, position = this.at): never {
    throw new PatternError(message, position);
  }
}

/** Counts groups in advance: a backreference may precede its group, and `\k` is one only if a named group exists. */
function countGroups(source: string, sets: boolean): { groups: number; named: boolean } {
  let groups = 0;
  let named = false;
  let classes = 0;
  for (let at = 0; at < source.length; at++) {
    const sign = source[at];
    if (sign === "\\") at++;
    else if (sign === "[") classes = sets ? classes + 1 : 1;
    else if (sign === "]") classes = Math.max(0, classes - 1);
    else if (sign === "(" && classes === 0) {
      const name = source.startsWith("(?<", at) && !"=!".includes(source[at + 3] ?? "=");
      if (name || source[at + 1] !== "?") groups++;
      named ||= name;
    }
  }
  return { groups, named };
}
