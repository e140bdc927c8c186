import dev from "../plugin.ts";

/** A text that is written piece by piece and may not grow without bound. */
export class Output {
  readonly #pieces: string[] = [];
  #length = 0;

  add(piece: string): void {
    this.#length += piece.length;
    checkLength(this.#length);
    this.#pieces.push(piece);
  }

  toString(): string {
    return this.#pieces.join("");
  }
}

/** Refuses a result of more characters than are answered. */
export function checkLength(length: number): void {
  const { resultMax } = dev.limits;
  if (length > resultMax)
    throw dev.error("result_too_large", `The result has more than ${resultMax} characters`);
}
