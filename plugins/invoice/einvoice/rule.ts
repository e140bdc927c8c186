import type { Model, ModelLine } from "./model.ts";

/** A rule: its requirement, the field it applies to, and its check. */
export interface Rule {
  id: string;
  requirement: string;
  /** Path of the request field to correct, by line index for rules on lines. */
  path(index: number): string;
  /** Returns the line indexes that violate the rule, or 0 for the invoice itself. */
  findViolations(model: Model): readonly number[];
}

/** Creates a rule on the whole invoice. `path` is relative to the invoice, or to the body after `^`. */
export function rule(
  id: string,
  { requirement, path, isMet }: { requirement: string; path: string; isMet(model: Model): boolean },
): Rule {
  return {
    id,
    requirement,
    path: () => toBodyPath(path),
    findViolations: (model) => (isMet(model) ? [] : [0]),
  };
}

/** Creates a rule on each line. `path` is relative to the line. */
export function lineRule(
  id: string,
  {
    requirement,
    path,
    isMet,
  }: { requirement: string; path: string; isMet(line: ModelLine, model: Model): boolean },
): Rule {
  return {
    id,
    requirement,
    path: (index) => toBodyPath(`items.${index}.${path}`),
    findViolations: (model) =>
      model.lines.flatMap((line, index) => (isMet(line, model) ? [] : [index])),
  };
}

function toBodyPath(path: string): string {
  return path.startsWith("^") ? `body.${path.slice(1)}` : `body.invoice.${path}`;
}
