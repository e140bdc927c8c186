import { oneOf, type Static, t } from "hub";
import type { MarketDoors } from "../doors.ts";
import * as shared from "../request.ts";
import { type Catalogue, getPlatforms, isOld } from "./catalogue.ts";
import { readIndex } from "./read-index.ts";

export const coinsQuery = t.Object({
  page: shared.page,
  per_page: t.Integer({
    minimum: 1,
    maximum: 1000,
    default: 250,
    description: "Coins per page",
  }),
  type: oneOf(["all", "coin", "token"], {
    default: "all",
    description:
      "Return only coins with their own blockchain, only tokens on another blockchain, or both",
  }),
  status: oneOf(["active", "all"], {
    default: "active",
    description: "`active` leaves out coins that are no longer traded",
  }),
  include_platforms: t.Boolean({
    default: false,
    description: "Whether to include contract addresses",
  }),
});

type CoinsQuery = Static<typeof coinsQuery>;

/** Returns a page of the catalogue with its `Link` header. */
export async function listCoins(query: CoinsQuery, doors: MarketDoors) {
  const { catalogue } = await readIndex(doors);
  const { page, per_page, type, status, include_platforms } = query;
  const matching = catalogue.coins.filter(
    (coin) =>
      (type === "all" || coin.type === type) && (status === "all" || coin.isActive !== false),
  );
  const body = {
    total: matching.length,
    page,
    per_page,
    coins: matching.slice((page - 1) * per_page, page * per_page).map((coin) => ({
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      rank: coin.rank,
      type: coin.type,
      is_active: coin.isActive,
      ...(include_platforms && { platforms: getPlatforms(coin, catalogue) }),
    })),
    ...describeFreshness(catalogue, doors.clock()),
  };
  return { body, link: buildLinkHeader(query, matching.length) };
}

/** Returns the age and sources of a catalogue. */
export function describeFreshness(catalogue: Catalogue, now: number) {
  return {
    as_of: new Date(catalogue.fetchedAt).toISOString(),
    stale: isOld(catalogue, now),
    degraded: catalogue.sources.length < 2,
    source: catalogue.sources.join(", "),
  };
}

/** Builds the `Link` header for the previous and next page (RFC 8288). */
function buildLinkHeader({ page, ...query }: CoinsQuery, total: number): string {
  const formatLink = (other: number, rel: string) => {
    const pairs = Object.entries({ page: other, ...query }).map(
      ([name, value]): [string, string] => [name, String(value)],
    );
    return `</api/crypto/coins?${new URLSearchParams(pairs)}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [formatLink(page - 1, "prev")] : []),
    ...(page * query.per_page < total ? [formatLink(page + 1, "next")] : []),
  ];
  return links.join(", ");
}
