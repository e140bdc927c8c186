import type { units } from "./request.ts";

interface LoremOptions {
  unit: (typeof units)[number];
  count: number;
  seed: number;
  /** Whether the text begins with the traditional words. */
  classic: boolean;
}

/** Words of Cicero's De finibus that placeholder texts consist of. */
const vocabulary =
  "a ac accumsan ad adipiscing aliqua aliquam aliquip amet anim ante arcu at auctor augue aute bibendum blandit cillum commodo condimentum congue consectetur consequat convallis cras culpa cupidatat curabitur cursus dapibus deserunt diam dictum dignissim do dolor dolore donec duis ea egestas eget eiusmod elementum elit enim erat eros esse est et eu euismod ex excepteur exercitation facilisis faucibus felis fermentum fringilla fugiat fusce gravida habitant iaculis id in incididunt integer interdum ipsum irure justo labore laboris laborum lacus laoreet lectus leo libero ligula lobortis lorem luctus maecenas magna malesuada massa mattis mauris metus mi minim molestie mollit morbi nam nec neque nibh nisi nisl non nostrud nulla nunc occaecat odio officia orci ornare pariatur pellentesque pharetra placerat porta posuere praesent pretium proident pulvinar purus quam quis reprehenderit rhoncus risus rutrum sagittis sapien scelerisque sed sem semper sint sit sodales sollicitudin sunt suscipit tellus tempor tempus tincidunt tortor tristique turpis ullamco ultrices urna ut varius vehicula vel velit veniam vestibulum vitae vivamus viverra volutpat voluptate vulputate".split(
    " ",
  );

const opening =
  "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua".split(
    " ",
  );

/** Writes a placeholder text. Equal options make equal texts. */
export function writeLorem({ unit, count, seed, classic }: LoremOptions) {
  const writer = new Writer(seed, classic ? opening : []);
  const paragraphs = {
    words: () => [writer.writeWords(count)],
    sentences: () => [writer.writeSentences(count)],
    paragraphs: () =>
      Array.from({ length: count }, () => writer.writeSentences(4 + writer.pick(4))),
  }[unit]();
  const text = paragraphs.join("\n\n");
  return {
    text,
    html: paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("\n"),
    words: text.split(/\s+/).length,
    characters: text.length,
    seed,
  };
}

class Writer {
  #state: number;
  readonly #opening: string[];
  #last = "";

  constructor(seed: number, words: readonly string[]) {
    this.#state = seed;
    this.#opening = [...words];
  }

  writeWords(count: number): string {
    return capitalize(Array.from({ length: count }, () => this.#nextWord()).join(" "));
  }

  writeSentences(count: number): string {
    return Array.from({ length: count }, () => this.#writeSentence()).join(" ");
  }

  #writeSentence(): string {
    const isOpening = this.#opening.length > 0;
    const length = isOpening ? this.#opening.length : 6 + this.pick(10);
    const words = Array.from({ length }, () => this.#nextWord());
    // The traditional sentence has commas at these words.
    const commas = isOpening ? [4, 7] : length > 9 ? [3 + this.pick(length - 6)] : [];
    for (const comma of commas) if (comma < length - 1) words[comma] += ",";
    return `${capitalize(words.join(" "))}.`;
  }

  /** Returns a word other than the last. */
  #nextWord(): string {
    const index = this.pick(vocabulary.length);
    const word = this.#opening.shift() ?? vocabulary[index] ?? "";
    this.#last = word === this.#last ? (vocabulary[(index + 1) % vocabulary.length] ?? "") : word;
    return this.#last;
  }

  /** Returns an integer from 0 up to the limit: Mulberry32. */
  pick(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
