/** The variables that a page number's format may have. */
export const variables = ["n", "total", "page", "filename", "date", "title"] as const;

export type Variable = (typeof variables)[number];

/** Puts values in the place of `{n}` and the like. Other braces stay as they are. */
export function fillFormat(format: string, values: Readonly<Record<Variable, string>>): string {
  return format.replace(/\{([a-z]{1,8})\}/g, (whole, name) =>
    Object.hasOwn(values, name) ? values[name as Variable] : whole,
  );
}
