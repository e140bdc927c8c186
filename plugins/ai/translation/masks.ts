/** What stands behind a mask, and whether it begins or ends something. */
interface Hidden {
  text: string;
  opens?: string | undefined;
  closes?: string | undefined;
}

const mask = /⟦\s?(\d{1,6})\s?⟧/g;

/** Pieces of a text that no engine may touch: each is `⟦n⟧` until the translation is there. */
export class Masks {
  readonly #hidden: Hidden[] = [];

  /** Hides a piece that will be `text` again. */
  hide(text: string, { opens, closes }: Omit<Hidden, "text"> = {}): string {
    this.#hidden.push({ text, opens, closes });
    return `⟦${this.#hidden.length - 1}⟧`;
  }

  /** Gives back what was hidden. The rest goes through `write`. */
  restore(text: string, write: (plain: string) => string = (plain) => plain): string {
    return splitMasks(text)
      .map((part, index) =>
        index % 2 === 1 ? (this.#hidden[Number(part)]?.text ?? "") : write(part),
      )
      .join("");
  }

  /** Whether each mask of `source` is in `translated` just once, and what is nested still is. */
  survive(source: string, translated: string): boolean {
    const [before, after] = [listMaskNumbers(source), listMaskNumbers(translated)];
    if (before.toSorted().join() !== after.toSorted().join()) return false;
    if (/[⟦⟧]/.test(translated.replaceAll(mask, ""))) return false;
    return !this.isBalanced(source) || this.isBalanced(translated);
  }

  /** Whether everything that begins in a text ends there, in order. */
  isBalanced(text: string): boolean {
    const open: string[] = [];
    for (const number of listMaskNumbers(text)) {
      const { opens, closes } = this.#hidden[Number(number)] ?? {};
      if (opens !== undefined) open.push(opens);
      if (closes !== undefined && open.pop() !== closes) return false;
    }
    return open.length === 0;
  }

  /** Whether a mask stands for the beginning or the end of something, and not for words. */
  isMarkup(number: string): boolean {
    const { opens, closes } = this.#hidden[Number(number)] ?? {};
    return (opens ?? closes) !== undefined;
  }
}

/** A text's plain parts at even places, and the numbers of its masks at odd ones. */
export function splitMasks(text: string): string[] {
  return text.split(mask);
}

/** A text without its masks. */
export function removeMasks(text: string): string {
  return text.replaceAll(mask, " ");
}

function listMaskNumbers(text: string): string[] {
  return splitMasks(text).filter((_, index) => index % 2 === 1);
}
