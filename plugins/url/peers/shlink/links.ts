import type { Static } from "hub";
import { getOwner } from "../../doors.ts";
import { findOwnLink, type Link } from "../../link/link.ts";
import { buildShortUrl, formatTime } from "../../link/link-schema.ts";
import { readAllClicks } from "../../stats/report.ts";
import {
  type CallDoors,
  createPeerLink,
  editPeerLink,
  type FieldNames,
  listPage,
} from "../links.ts";
import type { shlinkBody, shlinkChanges, shlinkListQuery } from "./schema.ts";

/** Shlink's names of our fields. */
const shlinkNames: FieldNames = {
  ...{ url: "longUrl", code: "customSlug", expires_at: "validUntil", max_clicks: "maxVisits" },
};

/** Creates a link, or returns an identical one if the caller asks for it. */
export async function createShlinkLink(body: Static<typeof shlinkBody>, call: CallDoors) {
  const { title, validUntil, maxVisits, customSlug, domain } = body;
  const { link } = await createPeerLink(
    {
      url: body.longUrl,
      ...(customSlug !== undefined && { code: customSlug }),
      ...(domain !== undefined && { domain }),
      ...(title && { title }),
      ...(validUntil && { expires_at: validUntil }),
      ...(maxVisits && { max_clicks: maxVisits }),
      tags: [...new Set(body.tags)],
      // Shlink's default.
      forward_query: body.forwardQuery ?? true,
      reuse: body.findIfExists,
    },
    shlinkNames,
    call,
  );
  return describeShlinkLink(link, call);
}

/** Updates a link of the caller. Omitted fields stay unchanged. */
export async function editShlinkLink(
  code: string,
  { longUrl, title, tags, validUntil, maxVisits, forwardQuery }: Static<typeof shlinkChanges>,
  call: CallDoors,
) {
  const given = {
    ...{ url: longUrl, title, expires_at: validUntil, max_clicks: maxVisits },
    ...{ tags: tags && [...new Set(tags)], forward_query: forwardQuery },
  };
  const changes = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const changed = await editPeerLink(code, { changes, names: shlinkNames }, call);
  return describeShlinkLink(changed, call);
}

/** Describes a link of the caller. */
export async function findShlinkLink(code: string, call: CallDoors) {
  const link = await findOwnLink(code, { kv: call.kv, owner: getOwner(call.caller) });
  return describeShlinkLink(link, call);
}

/** Describes a page of the caller's links, newest first. */
export async function listShlinkLinks(
  { page, itemsPerPage, searchTerm, "tags[]": tag }: Static<typeof shlinkListQuery>,
  call: CallDoors,
) {
  const request = { page, size: itemsPerPage, q: searchTerm || undefined, tag };
  const { links, total } = await listPage(request, call);
  return {
    shortUrls: {
      data: await Promise.all(links.map((link) => describeShlinkLink(link, call))),
      pagination: {
        currentPage: page,
        pagesCount: Math.ceil(total / itemsPerPage),
        itemsPerPage,
        itemsInCurrentPage: links.length,
        totalItems: total,
      },
    },
  };
}

async function describeShlinkLink(link: Link, { origin, env, kv, clock }: CallDoors) {
  const { clicks, bots } = await readAllClicks(link, { kv, now: clock() });
  const short = buildShortUrl(link, { origin, env });
  return {
    shortUrl: short,
    shortCode: link.code,
    longUrl: link.url,
    dateCreated: formatTime(link.created_at),
    visitsSummary: { total: clicks + bots, nonBots: clicks, bots },
    tags: link.tags,
    meta: {
      validSince: null,
      validUntil: link.expires_at === null ? null : formatTime(link.expires_at),
      maxVisits: link.max_clicks,
    },
    // Null stands for the default domain.
    domain: short.startsWith(`${origin}/`) ? null : new URL(short).host,
    title: link.title,
    crawlable: false,
    forwardQuery: link.forward_query,
    hasRedirectRules: (link.rules ?? []).length > 0,
  };
}
