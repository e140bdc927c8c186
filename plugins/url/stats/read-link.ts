import type { Kv } from "../doors.ts";
import { clicksLeft } from "../follow/take-click.ts";
import { keyOf } from "../link/link.ts";
import { ownLink } from "../link/links.ts";
import { daysOf, reportOf } from "./report.ts";

/** Reads a link of its owner's with what was counted on some days. */
export async function readLink(
  code: string,
  asked: { from?: string | undefined; to?: string | undefined },
  { owner, kv, now }: { owner: string; kv: Kv; now: number },
) {
  const link = await ownLink(code, { kv, owner });
  const days = daysOf(asked, { made: link.created_at, now });
  const report = await reportOf(keyOf(link.code), days, { kv });
  return { link, clicks_left: await clicksLeft(link, kv), ...days, ...report };
}
