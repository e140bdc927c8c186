import { findSpfFault, type SpfFault } from "./spf-syntax.ts";

/** Results for senders that an SPF record doesn't list (RFC 7208 §5.1). */
export const allResults = ["pass", "neutral", "softfail", "fail"] as const;

export interface Spf {
  record: string | null;
  all: (typeof allResults)[number] | null;
  /** Domain whose record applies if this one has no `all`. */
  redirect: string | null;
  /** Why receivers ignore the record (`permerror`), and the reason in a sentence. */
  problem: (typeof spfProblems)[number] | null;
  problem_detail: string | null;
}

/** Faults for which receivers return `permerror` (RFC 7208 §4.5 and §4.6). */
export const spfProblems = [
  "several_records",
  "syntax_error",
  "too_many_lookups",
] as const satisfies (SpfFault | "several_records")[];

const noRecord: Spf = {
  record: null,
  all: null,
  redirect: null,
  problem: null,
  problem_detail: null,
};

/** Finds the SPF record in the TXT records of a domain (RFC 7208 §4.5). */
export function findSpf(texts: readonly string[]): Spf {
  const [record, ...more] = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  if (record === undefined) return noRecord;
  const [, ...terms] = words(record);
  const fault =
    more.length > 0
      ? {
          problem: "several_records" as const,
          detail: `The domain has ${more.length + 1} SPF records`,
        }
      : findSpfFault(terms);
  // Receivers ignore the whole record.
  if (fault) {
    const { problem, detail } = fault;
    return { ...noRecord, record, problem, problem_detail: detail };
  }
  const all = terms.map((term) => results.get(term)).find((result) => result !== undefined);
  const redirect = terms.find((term) => term.startsWith("redirect="))?.slice("redirect=".length);
  return {
    record,
    all: all ?? null,
    // RFC 7208 §6.1: ignored if there is an `all`.
    redirect: all ? null : (redirect ?? null),
    problem: null,
    problem_detail: null,
  };
}

const results = new Map<string, (typeof allResults)[number]>([
  ["all", "pass"],
  ["+all", "pass"],
  ["?all", "neutral"],
  ["~all", "softfail"],
  ["-all", "fail"],
]);

function words(text: string): string[] {
  return text.toLowerCase().split(" ").filter(Boolean);
}
