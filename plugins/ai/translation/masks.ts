/** The text behind a mask, and whether it opens or closes an element. */
interface Hidden {
  text: string;
  opens?: string | undefined;
  closes?: string | undefined;
}

const mask = /⟦\s?(\d{1,6})\s?⟧/g;

/** Pieces of a text that engines must not change. Each is replaced by `⟦n⟧` until the translation is done. */
export class Masks {
  readonly #hidden: Hidden[] = [];

  /** Hides a piece that is restored as `text`. */
  hide(text: string, { opens, closes }: Omit<Hidden, "text"> = {}): string {
    this.#hidden.push({ text, opens, closes });
    return `⟦${this.#hidden.length - 1}⟧`;
  }

  /** Restores hidden pieces. The rest is passed through `write`. */
  restore(text: string, write: (plain: string) => string = (plain) => plain): string {
    return splitMasks(text)
      .map((part, index) =>
        index % 2 === 1 ? (this.#hidden[Number(part)]?.text ?? "") : write(part),
      )
      .join("");
  }

  /** Whether each mask of `source` occurs exactly once in `translated`, with nesting intact. */
  survive(source: string, translated: string): boolean {
    const [before, after] = [listMaskNumbers(source), listMaskNumbers(translated)];
    if (before.toSorted().join() !== after.toSorted().join()) return false;
    if (/[⟦⟧]/.test(translated.replaceAll(mask, ""))) return false;
    return !this.isBalanced(source) || this.isBalanced(translated);
  }

  /** Whether every element that opens in a text closes there, in order. */
  isBalanced(text: string): boolean {
    const open: string[] = [];
    for (const number of listMaskNumbers(text)) {
      const { opens, closes } = this.#hidden[Number(number)] ?? {};
      if (opens !== undefined) open.push(opens);
      if (closes !== undefined && open.pop() !== closes) return false;
    }
    return open.length === 0;
  }

  /** Whether a mask stands for an opening or closing tag, not for words. */
  isMarkup(number: string): boolean {
    const { opens, closes } = this.#hidden[Number(number)] ?? {};
    return (opens ?? closes) !== undefined;
  }
}

/** Splits a text into plain parts at even indexes and mask numbers at odd ones. */
export function splitMasks(text: string): string[] {
  return text.split(mask);
}

/** Returns a text without its masks. */
export function removeMasks(text: string): string {
  return text.replaceAll(mask, " ");
}

function listMaskNumbers(text: string): string[] {
  return splitMasks(text).filter((_, index) => index % 2 === 1);
}
