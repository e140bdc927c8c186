import type { Static } from "hub";
import { getOwner } from "../../doors.ts";
import { findOwnLink, isFree, type Link, type Rule } from "../../link/link.ts";
import {
  buildShortUrl,
  type editBody,
  formatRule,
  formatTime,
  type shortenBody,
} from "../../link/link-schema.ts";
import url from "../../plugin.ts";
import { readAllClicks } from "../../stats/report.ts";
import {
  type CallDoors,
  createPeerLink,
  editPeerLink,
  type FieldNames,
  listPage,
} from "../links.ts";
import {
  type dubBody,
  type dubChanges,
  type dubLinkQuery,
  type dubListQuery,
  lackingFlags,
  lackingValues,
} from "./schema.ts";

/** Dub's names of our fields. */
const dubNames: FieldNames = {
  ...{ code: "key", tags: "tagNames", expires_at: "expiresAt", expired_url: "expiredUrl" },
  ...{ rules: "geo", webhook: "webhookIds" },
};

/** Returns the code in a query. Throws if it names no link. */
export function readLinkId({ linkId, key }: Static<typeof dubLinkQuery>): string {
  const code = linkId ?? key;
  if (code !== undefined) return code;
  throw url.error("invalid_input", "query.linkId is required, or query.key", {
    at: "query.linkId",
  });
}

/** Creates a link. Unlike the hub's own endpoint, it never reuses one. */
export async function createDubLink(body: Static<typeof dubBody>, call: CallDoors) {
  const { link } = await createPeerLink(readCreation(body), dubNames, call);
  return describeDubLink(link, call);
}

/** Updates a link of the caller. */
export async function editDubLink(code: string, body: Static<typeof dubChanges>, call: CallDoors) {
  const link = await findOwnLink(code, { kv: call.kv, owner: getOwner(call.caller) });
  const changes = readChanges(body, link);
  const changed = await editPeerLink(code, { changes, names: dubNames }, call);
  return describeDubLink(changed, call);
}

/** Updates the caller's link with the same code, or else the newest with the same target, or creates one. */
export async function upsertDubLink(body: Static<typeof dubBody>, call: CallDoors) {
  const { key, domain: _, ...changes } = body;
  if (key !== undefined)
    return (await isFree(key, call.kv))
      ? createDubLink(body, call)
      : editDubLink(key, changes, call);
  const wanted = URL.parse(body.url)?.href ?? body.url;
  const { links } = await listPage({ page: 1, size: 1000, q: wanted }, call);
  const known = links.find((link) => link.url === wanted);
  return known ? editDubLink(known.code, changes, call) : createDubLink(body, call);
}

/** Describes a link of the caller. */
export async function findDubLink(query: Static<typeof dubLinkQuery>, call: CallDoors) {
  const owner = getOwner(call.caller);
  return describeDubLink(await findOwnLink(readLinkId(query), { kv: call.kv, owner }), call);
}

/** Describes a page of the caller's links, newest first. */
export async function listDubLinks(
  { page, pageSize, search, tagNames, tagIds }: Static<typeof dubListQuery>,
  call: CallDoors,
) {
  const tag = tagNames ?? tagIds;
  const { links } = await listPage({ page, size: pageSize, q: search, tag }, call);
  return Promise.all(links.map((link) => describeDubLink(link, call)));
}

/** Reads a body that creates a link. */
function readCreation(body: Static<typeof dubBody>): Static<typeof shortenBody> {
  const { url: given, key, domain, title, expiresAt, expiredUrl, password } = body;
  return {
    url: given,
    ...(key !== undefined && { code: key }),
    ...(domain !== undefined && { domain }),
    ...(title && { title }),
    ...(expiresAt && { expires_at: expiresAt }),
    ...(expiredUrl && { expired_url: expiredUrl }),
    ...(password && { password }),
    tags: readTags(body) ?? [],
    rules: buildRules(body),
    utm: readUtm(body),
    reuse: false,
    forward_query: false,
  };
}

/** Reads a body that changes a link. Omitted fields stay as they are. */
function readChanges(body: Static<typeof dubChanges>, link: Link): Static<typeof editBody> {
  const { title, expiresAt, expiredUrl, password } = body;
  const given = { title, expires_at: expiresAt, expired_url: expiredUrl, password };
  const isTargeted = ["ios", "android", "geo"].some((name) => name in body);
  const others = (link.rules ?? []).filter((rule) => !isDubRule(rule));
  const tags = readTags(body);
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(body.url !== undefined && { url: body.url }),
    ...(tags && { tags }),
    ...(isTargeted && {
      rules: [...others.map(formatRule), ...buildRules({ ...describeRules(link), ...body })],
    }),
    ...(Object.keys(body).some((name) => name.startsWith("utm_")) && { utm: readUtm(body) }),
  };
}

function readTags({ tagNames, tagIds }: Pick<Static<typeof dubChanges>, "tagNames" | "tagIds">) {
  const given = tagNames ?? tagIds;
  if (given === undefined) return undefined;
  return [...new Set([given].flat().filter(Boolean))];
}

const campaignFields = ["source", "medium", "campaign", "term", "content"] as const;

function readUtm(body: Static<typeof dubChanges>) {
  const given = campaignFields.map((name) => [name, body[`utm_${name}`] ?? undefined] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

type Targets = Pick<Static<typeof dubChanges>, "ios" | "android" | "geo">;

/** Dub checks the device before the country. */
function buildRules({ ios, android, geo }: Targets) {
  return [
    ...(ios ? [{ devices: ["ios" as const], url: ios }] : []),
    ...(android ? [{ devices: ["android" as const], url: android }] : []),
    ...Object.entries(geo ?? {}).map(([country, url]) => ({ countries: [country], url })),
  ];
}

/** Returns whether Dub knows rules of this kind: one device or countries, and nothing else. */
function isDubRule({ url: _, devices, countries, ...others }: Rule): boolean {
  if (Object.keys(others).length > 0) return false;
  if (!devices) return countries !== undefined;
  return !countries && devices.length === 1 && /^(?:ios|android)$/.test(devices[0] ?? "");
}

function describeRules({ rules = [] }: Link) {
  const own = rules.filter(isDubRule);
  const byDevice = (name: "ios" | "android") =>
    own.find(({ devices }) => devices?.includes(name))?.url ?? null;
  const geo = own.flatMap(({ countries = [], url }) => countries.map((one) => [one, url]));
  return {
    ios: byDevice("ios"),
    android: byDevice("android"),
    geo: geo.length > 0 ? Object.fromEntries(geo) : null,
  };
}

/** Describes a link in Dub's format, with the clicks of people. */
async function describeDubLink(
  link: Link,
  { origin, env, kv, clock }: Pick<CallDoors, "origin" | "env" | "kv" | "clock">,
) {
  const { clicks, last_click_at } = await readAllClicks(link, { kv, now: clock() });
  const short = buildShortUrl(link, { origin, env });
  const query = new URL(link.url).searchParams;
  const nothing = (names: readonly string[], value: unknown) =>
    Object.fromEntries(names.map((name) => [name, value]));
  return {
    id: link.code,
    domain: new URL(short).host,
    key: link.code,
    url: link.url,
    title: link.title,
    expiresAt: link.expires_at === null ? null : formatTime(link.expires_at),
    expiredUrl: link.expired_url ?? null,
    disabledAt: link.enabled ? null : formatTime(link.updated_at),
    // The hub can't return it: Dub's clients only test whether there is one.
    password: link.password === null ? null : "********",
    ...describeRules(link),
    tags: link.tags.map((name) => ({ id: name, name, color: "blue" })),
    tagId: link.tags[0] ?? null,
    shortLink: short,
    qrCode: `${short}/qr.png`,
    ...Object.fromEntries(campaignFields.map((name) => [`utm_${name}`, query.get(`utm_${name}`)])),
    ...{ clicks, lastClicked: last_click_at === null ? null : formatTime(last_click_at) },
    createdAt: formatTime(link.created_at),
    updatedAt: formatTime(link.updated_at),
    ...{ workspaceId: link.owner, projectId: link.owner, userId: null, webhookIds: [] },
    ...nothing(["leads", "conversions", "sales", "saleAmount"], 0),
    ...nothing(lackingFlags, false),
    ...nothing(lackingValues, null),
  };
}
