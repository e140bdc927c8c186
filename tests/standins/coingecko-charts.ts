import { type Coin, CURRENCIES, priceAt, steps } from "./market.ts";
import type { StandInRequest } from "./stand-in.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Returns prices with CoinGecko's resolution: 5 minutes for a day, hours up to 90 days, and days beyond. */
export function chart(coin: Coin, { query, now, fault }: StandInRequest) {
  const days = query.get("days");
  const since = days === "max" ? 3650 : Number(days ?? 1);
  const from = query.has("from") ? Number(query.get("from")) * 1000 : now - since * dayMs;
  const to = query.has("to") ? Number(query.get("to")) * 1000 : now;
  const span = (to - from) / dayMs;
  const fine = span <= 1 ? hourMs / 12 : span <= 90 ? hourMs : dayMs;
  const stepMs = query.get("interval") === "daily" ? dayMs : fine;
  const rate = CURRENCIES[query.get("vs_currency") ?? "usd"] ?? 1;
  const points = steps({ from, to, stepMs }, fault).map((time) => {
    const spoilt = fault === "zero-rate" ? 0 : fault === "nan" ? Number.NaN : undefined;
    return [time, spoilt ?? priceAt(coin, time) * rate] as const;
  });
  const scaled = (by: number) => points.map(([time, price]) => [time, Math.round(price * by)]);
  return {
    prices: points,
    market_caps: scaled(coin.supply),
    total_volumes: scaled(coin.supply * 0.03),
  };
}

/** Returns candles of 30 minutes, 4 hours or 4 days, by closing time. */
export function ohlc(coin: Coin, { query, now, fault }: StandInRequest) {
  const days = Number(query.get("days") ?? 1);
  const stepMs = days <= 2 ? hourMs / 2 : days <= 30 ? 4 * hourMs : 4 * dayMs;
  const rate = CURRENCIES[query.get("vs_currency") ?? "usd"] ?? 1;
  return steps({ from: now - days * dayMs, to: now, stepMs }, fault).map((time) => {
    const open = priceAt(coin, time - stepMs) * rate;
    const close = fault === "zero-rate" ? 0 : priceAt(coin, time) * rate;
    return [time, open, Math.max(open, close) * 1.001, Math.min(open, close) * 0.999, close];
  });
}
