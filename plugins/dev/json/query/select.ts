import dev from "../../plugin.ts";
import type { Json } from "../tree.ts";
import { Filter } from "./filter.ts";
import type { Query, Segment, Selector } from "./jsonpath.ts";

/** A place in a text, by the key or index of its last step and the place it steps from. */
export interface Place {
  from: Place | undefined;
  key: string | number;
}

/** Takes a value that was selected; answers true when it wants no more. */
export type Take = (value: Json, place: Place | undefined) => boolean;

const stepsMax = 5_000_000;

/** Selects by a query, value after value in the order of RFC 9535. */
export class Selection {
  readonly #root: Json;
  readonly #filter: Filter;
  #steps = 0;

  constructor(root: Json) {
    this.#root = root;
    this.#filter = new Filter(this);
  }

  /** Hands over what a query selects; answers true where `take` wanted no more. */
  run({ from, segments }: Query, take: Take, current: Json = this.#root): boolean {
    const value = from === "$" ? this.#root : current;
    return this.#follow({ segments, take }, 0, { value, place: undefined });
  }

  /** Counts work, so that no query of a few characters takes hours. */
  charge(steps: number): void {
    this.#steps += steps;
    if (this.#steps > stepsMax)
      throw dev.error("too_much_work", `The query takes more than ${stepsMax} steps`, {
        at: "body.path",
      });
  }

  #follow(course: Course, index: number, node: Node): boolean {
    const segment = course.segments[index];
    if (!segment) return course.take(node.value, node.place);
    const next = (value: Json, key: string | number): boolean => {
      this.charge(1);
      const place = { from: node.place, key };
      return this.#follow(course, index + 1, { value, place });
    };
    for (const selector of segment.selectors)
      if (this.#select(selector, node.value, next)) return true;
    return (
      segment.descendant &&
      children(node.value, (value, key) => {
        this.charge(1);
        return this.#follow(course, index, { value, place: { from: node.place, key } });
      })
    );
  }

  #select(selector: Selector, value: Json, next: Step): boolean {
    switch (selector.kind) {
      case "name": {
        const member = value instanceof Map ? value.get(selector.name) : undefined;
        return member !== undefined && next(member, selector.name);
      }
      case "index": {
        if (!Array.isArray(value)) return false;
        const index = selector.index < 0 ? value.length + selector.index : selector.index;
        const item = value[index];
        return item !== undefined && next(item, index);
      }
      case "wildcard":
        return children(value, next);
      case "slice":
        return Array.isArray(value) && slice(value, selector, next);
      case "filter":
        return children(value, (child, key) => {
          this.charge(1);
          return this.#filter.holds(selector.test, child) && next(child, key);
        });
    }
  }
}

interface Course {
  segments: readonly Segment[];
  take: Take;
}

interface Node {
  value: Json;
  place: Place | undefined;
}

type Step = (value: Json, key: string | number) => boolean;

function children(value: Json, next: Step): boolean {
  if (Array.isArray(value)) return value.some((item, index) => next(item, index));
  if (value instanceof Map) for (const [key, item] of value) if (next(item, key)) return true;
  return false;
}

/** RFC 9535, section 2.3.4.2. */
function slice(
  items: readonly Json[],
  { start, end, step }: { start: number | undefined; end: number | undefined; step: number },
  next: Step,
): boolean {
  if (step === 0) return false;
  const { length } = items;
  const bound = (given: number, least: number, most: number) =>
    Math.min(Math.max(given < 0 ? length + given : given, least), most);
  if (step > 0) {
    const to = bound(end ?? length, 0, length);
    for (let index = bound(start ?? 0, 0, length); index < to; index += step)
      if (next(items[index]!, index)) return true;
  } else {
    const to = end === undefined ? -1 : bound(end, -1, length - 1);
    for (let index = bound(start ?? length - 1, -1, length - 1); index > to; index += step)
      if (next(items[index]!, index)) return true;
  }
  return false;
}
