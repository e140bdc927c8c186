import { pageNumbers } from "../pages/range.ts";
import pdf from "../plugin.ts";
import type { Op } from "./op-schemas.ts";

interface Place {
  /** How many pages there are. */
  pages: number;
  /** The step's place in the request. */
  at: string;
}

/** The numbers of the pages in their new order, for a step that does nothing else; else undefined. */
export function reorder(op: Op, { pages, at }: Place): number[] | undefined {
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  const named = (range: string) => pageNumbers(range, { pages, at: `${at}.pages` });
  switch (op.op) {
    case "select":
      return requirePages(named(op.pages), at);
    case "delete": {
      const gone = new Set(named(op.pages));
      return requirePages(
        all.filter((number) => !gone.has(number)),
        at,
      );
    }
    case "reverse":
      return all.reverse();
    case "duplicate": {
      const chosen = new Set(named(op.pages));
      return all.flatMap((number) => Array(chosen.has(number) ? op.times + 1 : 1).fill(number));
    }
    case "move": {
      const moved = [...new Set(named(op.pages))];
      const others = all.filter((number) => !moved.includes(number));
      if (op.to > others.length + 1)
        throw pdf.error(
          "page_out_of_range",
          `${at}.to must be at most ${others.length + 1}, as so many pages stay: it is ${op.to}`,
          { at: `${at}.to` },
        );
      return others.toSpliced(op.to - 1, 0, ...moved);
    }
    default:
      return undefined;
  }
}

function requirePages(numbers: number[], at: string): number[] {
  if (numbers.length > 0) return numbers;
  throw pdf.error("invalid_operation", `${at} leaves no page`, { at });
}
