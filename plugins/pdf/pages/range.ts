import pdf from "../plugin.ts";

export interface RangeOptions {
  /** How many pages the document has. */
  pages: number;
  /** The field's place, for messages. */
  at: string;
}

/**
 * The page numbers, from 1, that a range names, in its order: qpdf's notation. A group begun by `x`
 * takes pages out of the group before it; `:odd` and `:even` choose by place within all of the range.
 */
export function pageNumbers(range: string, { pages, at }: RangeOptions): number[] {
  const fault = (what: string) => pdf.error("invalid_input", `${at} ${what}`, { at });
  const [list = "", parity, ...rest] = range.split(":");
  if (rest.length > 0 || (parity !== undefined && parity !== "odd" && parity !== "even"))
    throw fault(`must end with ":odd" or ":even", if with any: it is "${range}"`);
  const groups = list.split(",");
  const { rangePartsMax } = pdf.limits;
  if (groups.length > rangePartsMax)
    throw fault(`must have at most ${rangePartsMax} parts: it has ${groups.length}`);
  const chosen: number[] = [];
  let last: number[] = [];
  for (const [index, group] of groups.entries()) {
    const excludes = group.trim().startsWith("x");
    if (excludes && index === 0) throw fault(`must not begin with an exclusion: it is "${range}"`);
    const numbers = groupNumbers(excludes ? group.trim().slice(1) : group, { pages, at });
    if (excludes) {
      const out = new Set(numbers);
      last = last.filter((number) => !out.has(number));
      continue;
    }
    chosen.push(...last);
    last = numbers;
    if (chosen.length + last.length > pdf.limits.pagesMax)
      throw pdf.error(
        "pdf_limit_exceeded",
        `${at} must name at most ${pdf.limits.pagesMax} pages`,
        { at, members: { limit: "pages", max: pdf.limits.pagesMax } },
      );
  }
  chosen.push(...last);
  if (!parity) return chosen;
  return chosen.filter((_, index) => (index % 2 === 0) === (parity === "odd"));
}

function groupNumbers(group: string, { pages, at }: RangeOptions): number[] {
  const [from = "", to, ...rest] = group.split("-");
  const ends = [from, ...(to === undefined ? [] : [to])].map((end) => end.trim());
  const numbers = ends.map((end) => endNumber(end, pages));
  if (rest.length > 0 || numbers.includes(undefined))
    throw pdf.error(
      "invalid_input",
      `${at} must be made of numbers, "z", "r1" and ranges of them: it has "${group.trim()}"`,
      { at },
    );
  const [first, second = first] = numbers as [number, number?];
  for (const [index, number] of [first!, second!].entries())
    if (number < 1 || number > pages)
      throw pdf.error(
        "page_out_of_range",
        `${at} names page ${ends[index] ?? ends[0]} of a document of ${pages}`,
        { at, members: { pages } },
      );
  const step = second! < first! ? -1 : 1;
  return Array.from({ length: Math.abs(second! - first!) + 1 }, (_, i) => first! + i * step);
}

/** The page that `7`, `z` or `r3` stands for. */
function endNumber(end: string, pages: number): number | undefined {
  if (end === "z") return pages;
  const isReverse = end.startsWith("r");
  const digits = isReverse ? end.slice(1) : end;
  if (!/^\d{1,7}$/.test(digits)) return undefined;
  return isReverse ? pages + 1 - Number(digits) : Number(digits);
}
