/** What breaks the rules of regular expressions, and where. */
export class PatternError extends Error {
  override name = "PatternError";

  constructor(
    message: string,
    /** UTF-16 code units before the fault. */
    readonly position: number,
  ) {
    super(message);
  }
}

/** A place in a pattern, and what the whole pattern makes of it. */
export class Cursor {
  at = 0;
  readonly source: string;
  /** With the flag u or v a pattern is made of code points, and its syntax is strict. */
  readonly unicode: boolean;
  /** With the flag v classes may nest. */
  readonly sets: boolean;
  /** Capturing groups in the whole pattern. */
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

  /** Steps over `text` if it is next. */
  eat(text: string): boolean {
    if (!this.sees(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Steps over the next characters, as many as `allowed` takes up to `max`. */
  eatWhile(allowed: RegExp, max = Number.POSITIVE_INFINITY): string {
    const start = this.at;
    while (!this.done && this.at - start < max && allowed.test(this.next)) this.at++;
    return this.source.slice(start, this.at);
  }

  /** Steps over a character: a code point, or a code unit without the flags u and v. */
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

/** Looks ahead: a backreference may stand before its group, and `\k` means one if a name exists. */
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
