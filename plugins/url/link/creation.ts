import { type Doors, getOwner } from "../doors.ts";
import { buildLinkResponse, type shortenBody } from "./link-schema.ts";
import { shorten } from "./shorten.ts";
import { readTargetRules } from "./target.ts";

type CreationDoors = Pick<Doors, "caller" | "origin" | "env" | "kv" | "random" | "clock">;

/** Creates a link of the caller and returns its description. */
export async function createLink(
  { utm, ...request }: (typeof shortenBody)["static"],
  { caller, origin, env, kv, random, clock }: CreationDoors,
) {
  const { link, reused } = await shorten(request, {
    owner: getOwner(caller),
    kv,
    random,
    now: clock(),
    ...readTargetRules({ origin, env }),
    utm,
  });
  return { ...buildLinkResponse(link, { origin, env }), reused };
}
