import type { Answer } from "../answer.ts";
import type { Validate } from "../validate.ts";

/** What came of a batch. The four verdicts add up to the number of results. */
export interface Batch extends Record<Answer["verdict"], number> {
  total: number;
  duplicates: number;
  results: Answer[];
}

/** Each domain takes three sockets, and the hub has other callers. */
const atOnceMax = 25;

/**
 * Checks addresses, some at a time, and answers in their order. Addresses are the same when they
 * differ at most in case, comments, needless quotes and space.
 */
export async function validateBatch(
  emails: readonly string[],
  { validate, dedupe }: { validate: Validate; dedupe: boolean },
): Promise<Batch> {
  const results = await inOrder(emails, validate);
  const seen = new Set<string>();
  const unique = results.filter(({ email, normalized }) => {
    const key = (normalized ?? email).toLowerCase();
    return seen.size < seen.add(key).size;
  });
  const answered = dedupe ? unique : results;
  const having = (verdict: Answer["verdict"]) =>
    answered.filter((result) => result.verdict === verdict).length;
  return {
    total: emails.length,
    valid: having("valid"),
    invalid: having("invalid"),
    risky: having("risky"),
    unknown: having("unknown"),
    duplicates: results.length - unique.length,
    results: answered,
  };
}

async function inOrder(emails: readonly string[], validate: Validate): Promise<Answer[]> {
  const results: Answer[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < emails.length) {
      const index = next++;
      results[index] = await validate(emails[index]!);
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work));
  return results;
}
