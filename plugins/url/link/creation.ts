import { type Doors, getOwner } from "../doors.ts";
import { buildLinkResponse, type shortenBody } from "./link-schema.ts";
import { shorten } from "./shorten.ts";
import { parseDomains } from "./target.ts";

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
    origin,
    domains: parseDomains(env.HUB_URL_DOMAINS),
    blocked: env.HUB_URL_BLOCKED,
    schemes: env.HUB_URL_SCHEMES,
    utm,
  });
  return { ...buildLinkResponse(link, { origin, env }), reused };
}
