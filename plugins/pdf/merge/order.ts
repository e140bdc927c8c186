export const orders = ["provided", "filename", "title", "created"] as const;

export type Order = (typeof orders)[number];

export interface Orderable {
  name: string | undefined;
  title: string | undefined;
  /** In milliseconds since 1970. */
  created: number | undefined;
}

/** Sorts files, those that do not say what they are sorted by behind the others. */
export function sortFiles<File extends Orderable>(files: readonly File[], order: Order): File[] {
  if (order === "provided") return [...files];
  // The same on every machine, and 2 before 10.
  const { compare } = new Intl.Collator("en", { numeric: true });
  return files.toSorted((a, b) => {
    if (order === "created")
      return (a.created ?? Number.POSITIVE_INFINITY) - (b.created ?? Number.POSITIVE_INFINITY) || 0;
    const [left, right] = order === "title" ? [a.title, b.title] : [a.name, b.name];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return compare(left, right);
  });
}
