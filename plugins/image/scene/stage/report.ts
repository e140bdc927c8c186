import data from "../parse/nouns.json" with { type: "json" };
import { parseNames } from "../parse/nouns.ts";
import {
  type Ask,
  askKey,
  type Circumstances,
  type PromptReading,
  type Thing,
} from "../parse/reading.ts";

/** Words for scenery that the picture doesn't distinguish: a café is painted as a room. */
const unseen = parseNames(data.unseen);

/** A record of the parts of a prompt that the painters have painted. */
export class Report {
  readonly #painted = new Set<string>();
  readonly #names = new Set<string>();
  readonly #reading: PromptReading;

  constructor(reading: PromptReading) {
    this.#reading = reading;
  }

  /** Records that a property is visible. */
  add(ask: Ask): void {
    this.#painted.add(askKey(ask));
  }

  /** Records scenery by its name, with the properties that its painter uses. */
  addScenery(name: string): void {
    this.#names.add(name);
    const has = (property: keyof typeof data.sceneryProperties) =>
      data.sceneryProperties[property].split(" ").includes(name);
    for (const thing of this.#reading.things) {
      if (thing.name !== name || thing.figure || unseen.has(thing.word.replace(" ", "-"))) continue;
      const { count = 0, colors, size } = thing;
      const [color] = has("colorless") ? [] : colors;
      this.add({ part: "thing", thing, value: name });
      if (color) this.add({ part: "color", thing, value: color.name });
      if (thing.isPlural && has("many")) this.add({ part: "many", thing, value: String(count) });
      if (count === 1 && !has("many")) this.add({ part: "count", thing, value: "1" });
      if (has("sized")) this.add({ part: "size", thing, value: String(size) });
    }
  }

  /** Records a property of the whole picture, if the prompt requests it. */
  addWhole(part: keyof Circumstances): void {
    const value = this.#reading[part];
    if (value !== undefined) this.add({ part, value });
  }

  /** Returns whether a property has been painted. */
  has(ask: Ask): boolean {
    return this.#painted.has(askKey(ask));
  }

  /** Returns whether scenery is in the picture, requested or not. */
  hasScenery(name: string): boolean {
    return this.#names.has(name);
  }

  hasThing(thing: Thing): boolean {
    return this.has({ part: "thing", thing, value: thing.name });
  }
}
