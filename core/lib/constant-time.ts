import { timingSafeEqual } from "node:crypto";

/** Returns whether two texts are equal. The time doesn't depend on how much of them is, so it reveals no secret. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
