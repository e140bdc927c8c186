import type { Comment } from "./scan.ts";

/** What is made of the parts of a JSON text while it is read. */
export interface Builder<T> {
  scalar(raw: string, kind: "string" | "number" | "word"): T;
  /** `rest` are the comments before the closing bracket; `depth` is the array's own, from 0. */
  array(items: readonly Item<T>[], inside: Inside): T;
  object(members: readonly Member<T>[], inside: Inside): T;
}

export interface Inside {
  rest: readonly Comment[];
  depth: number;
}

/** A value with the comments on the lines before it and on its own line. */
export interface Item<T> {
  before: readonly Comment[];
  value: T;
  after: readonly Comment[];
}

/** A member of an object: its key as it stands in the text, and as it is meant. */
export interface Member<T> extends Item<T> {
  key: string;
  name: string;
}
