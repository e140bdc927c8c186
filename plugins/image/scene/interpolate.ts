/** A number between two bounds. */
export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

/** From 0 at `low` to 1 at `high`, and soft at both ends. */
export function smooth(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low));
  return share * share * (3 - 2 * share);
}

/** The number at a share of the way between two. */
export function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
