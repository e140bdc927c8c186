import type { Model, ModelLine } from "./model.ts";

/** A rule: what it asks for, where, and whether it is kept. */
export interface Rule {
  id: string;
  says: string;
  /** Where the request may be mended, by the index of a line where it is asked of each. */
  path(index: number): string;
  /** The indexes of what breaks it: 0 for the invoice itself. */
  broken(model: Model): readonly number[];
}

/** A rule of the whole invoice. `path` is below the invoice, or below the body after `^`. */
export function rule(
  id: string,
  { says, path, kept }: { says: string; path: string; kept(model: Model): boolean },
): Rule {
  return { id, says, path: () => toBodyPath(path), broken: (model) => (kept(model) ? [] : [0]) };
}

/** A rule of each line. `path` is below the line. */
export function lineRule(
  id: string,
  {
    says,
    path,
    kept,
  }: { says: string; path: string; kept(line: ModelLine, model: Model): boolean },
): Rule {
  return {
    id,
    says,
    path: (index) => toBodyPath(`items.${index}.${path}`),
    broken: (model) => model.lines.flatMap((line, index) => (kept(line, model) ? [] : [index])),
  };
}

function toBodyPath(path: string): string {
  return path.startsWith("^") ? `body.${path.slice(1)}` : `body.invoice.${path}`;
}
