import { describeFound, Fault } from "./fault.ts";

/** A position in a text, for single-pass parsers. */
export class Cursor {
  at = 0;

  constructor(readonly text: string) {}

  fail(message: string, offset = this.at): never {
    throw new Fault(`${message}, ${describeFound(this.text, offset)}`, offset);
  }

  /** The code unit at the position, or NaN at the end. */
  get code(): number {
    return this.text.charCodeAt(this.at);
  }

  get isEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Advances past the text if it starts at the position. Returns whether it did. */
  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail(`Expected ${JSON.stringify(text)}`);
  }
}
