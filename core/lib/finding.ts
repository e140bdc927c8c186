/** The answer of one source to a question: yes or no, unless another type is named. */
export interface Finding<Value = boolean> {
  /** Null if the source doesn't mention the subject. */
  value: Value | null;
  source: string;
  /** Whether the source mentions every subject that has a value, or for which the answer is yes. */
  isComplete: boolean;
  /** Whether the source was available and covers this kind of subject. */
  wasAsked: boolean;
  /** Age of the data in milliseconds, or null if unknown. */
  ageMs: number | null;
  /** Why the source has no answer. */
  reason?: string;
}

/**
 * Combines the answers of several sources. One yes is enough. No requires a source that says so, or a complete source
 * that was asked and doesn't mention the subject. Otherwise the answer is null.
 */
export function combineFindings(findings: readonly Finding[]): boolean | null {
  const asked = findings.filter(({ wasAsked }) => wasAsked);
  if (asked.some(({ value }) => value === true)) return true;
  return asked.some(isDenial) ? false : null;
}

/**
 * Combines the answers to the parts of a question, such as about a domain and its mail servers. One yes is enough. No
 * requires a no to each part. Otherwise the answer is null.
 */
export function combineParts(parts: readonly Finding[]): boolean | null {
  if (combineFindings(parts) === true) return true;
  return parts.length > 0 && parts.every(isDenial) ? false : null;
}

/** Returns whether a source that was asked justifies the answer no. */
export function isDenial({ value, wasAsked, isComplete }: Finding): boolean {
  return wasAsked && (value === false || (value === null && isComplete));
}
