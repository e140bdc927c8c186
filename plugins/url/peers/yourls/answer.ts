import { reply, type Static } from "hub";
import { getOwner } from "../../doors.ts";
import { findOwnLink, type Link } from "../../link/link.ts";
import { buildShortUrl, formatTime } from "../../link/link-schema.ts";
import url from "../../plugin.ts";
import { readAllClicks } from "../../stats/report.ts";
import { type CallDoors, createPeerLink } from "../links.ts";
import type { yourlsFields } from "./schema.ts";

type Fields = Static<typeof yourlsFields>;

/** Answers a call of YOURLS' API. `at` is the part of the request with the fields. */
export async function answerYourls(fields: Fields, at: "query" | "body", call: CallDoors) {
  const { body, simple } = await (fields.action === "shorturl"
    ? createYourlsLink(fields, at, call)
    : readYourlsLink(fields, at, call));
  if (fields.format === "simple") return reply(simple, { type: "text/plain; charset=utf-8" });
  return { ...body, statusCode: "200" };
}

async function createYourlsLink(fields: Fields, at: string, call: CallDoors) {
  const { url: target, keyword, title } = fields;
  if (!target) throw missing(`${at}.url`);
  const { link, reused } = await createPeerLink(
    {
      url: target,
      ...(keyword && { code: keyword }),
      ...(title && { title }),
      ...{ tags: [], reuse: true, forward_query: false },
    },
    { code: "keyword" },
    call,
  );
  const short = buildShortUrl(link, call);
  const shared = {
    url: { ...describe(link), date: formatDate(link), clicks: "0" },
    title: link.title ?? "",
    shorturl: short,
  };
  // YOURLS calls a known target a failure, and returns its link.
  const result = reused
    ? { status: "fail", code: "error:url", message: `${link.url} already exists in database` }
    : { status: "success", message: `${link.url} added to database` };
  return { body: { ...shared, ...result }, simple: short };
}

async function readYourlsLink({ action, shorturl }: Fields, at: string, call: CallDoors) {
  if (!shorturl) throw missing(`${at}.shorturl`);
  const { kv, caller, clock } = call;
  const code = decodeCode(shorturl);
  const link = await findOwnLink(code, { kv, owner: getOwner(caller) });
  const short = buildShortUrl(link, call);
  const shared = { ...describe(link), shorturl: short };
  if (action === "expand")
    return { body: { ...shared, longurl: link.url, message: "success" }, simple: link.url };
  const { clicks } = await readAllClicks(link, { kv, now: clock() });
  const counted = { ...shared, timestamp: formatDate(link), clicks: String(clicks) };
  return { body: { link: counted, message: "success" }, simple: short };
}

function missing(at: string) {
  return url.error("invalid_input", `${at} is required for this action`, { at });
}

/** Returns the code of a short URL, or the code itself. */
function decodeCode(short: string): string {
  const [last = ""] = short.split("/").slice(-1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The hub stores no addresses of the callers who create links. */
function describe(link: Link) {
  return { keyword: link.code, url: link.url, title: link.title ?? "", ip: "" };
}

/** Returns the time of creation in UTC, such as `2026-01-31 12:00:00`. */
function formatDate({ created_at }: Link): string {
  return formatTime(created_at).slice(0, 19).replace("T", " ");
}
