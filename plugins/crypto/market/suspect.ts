import type { MarketDoors } from "../doors.ts";
import type { FromSource } from "./failover.ts";
import type { Market } from "./market.ts";

/** A jump within so short a time is not believed on one provider's word. */
const shortMs = 5 * 60_000;
const jump = 0.6;
/** How far the two providers may be from each other. */
const tolerance = 0.1;
const coinsMax = 2000;

type Priced = FromSource<{ markets: Record<string, Market> }>;

const seen = new WeakMap<MarketDoors["kv"], Map<string, Priced>>();

/**
 * Whether a price has jumped, and the other provider has not seen it. Then the answer of shortly
 * before is given in its place, as `suspect`: one bad tick has moved people's money before.
 */
export async function believed<Answer extends Priced>(
  answer: Answer,
  {
    key,
    ask,
    doors,
  }: { key: string; ask: (() => Promise<Priced["value"]>) | undefined; doors: MarketDoors },
): Promise<{ answer: Answer; suspect: boolean }> {
  const own = seen.get(doors.kv) ?? new Map<string, Priced>();
  seen.set(doors.kv, own);
  const before = own.get(key) as Answer | undefined;
  const isJump =
    before !== undefined &&
    answer.fetchedAt - before.fetchedAt < shortMs &&
    apart(priceOf(answer.value), priceOf(before.value)) > jump;
  const other = isJump && ask ? await ask().catch(() => undefined) : undefined;
  if (isJump && other && apart(priceOf(answer.value), priceOf(other)) > tolerance)
    return { answer: before, suspect: true };
  own.delete(key);
  own.set(key, answer);
  if (own.size > coinsMax) own.delete(own.keys().next().value!);
  return { answer, suspect: false };
}

function priceOf({ markets }: Priced["value"]): number {
  return markets.usd!.price;
}

function apart(price: number, from: number): number {
  return Math.abs(price - from) / from;
}
