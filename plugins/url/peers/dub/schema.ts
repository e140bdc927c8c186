import { oneOf, t } from "hub";
import url from "../../plugin.ts";

const { limits } = url;

/** A field of Dub that the hub lacks. */
const lacking = t.Optional(
  t.Union([t.Literal(false), t.Null()], { description: "Not supported: false, null or omitted" }),
);
const text = (maxLength: number, description: string) =>
  t.Optional(t.Union([t.String({ minLength: 1, maxLength }), t.Null()], { description }));
const target = (description: string) => text(limits.urlMax, description);
const utm = (name: string) => text(limits.utmMax, `Value of \`utm_${name}\``);
const tags = t.Optional(
  t.Union(
    [
      t.String({ maxLength: limits.tagMax }),
      t.Array(t.String({ minLength: 1, maxLength: limits.tagMax }), { maxItems: limits.tagsMax }),
    ],
    { description: "Tags of the link. Their IDs are their names" },
  ),
);

export const lackingFlags = [
  "archived",
  "proxy",
  "rewrite",
  "doIndex",
  "publicStats",
  "trackConversion",
] as const;
export const lackingValues = [
  ...(["description", "image", "video", "comments", "folderId"] as const),
  ...(["externalId", "tenantId", "programId", "partnerId"] as const),
] as const;
const lackingNames = [...lackingFlags, ...lackingValues, "testVariants", "webhookIds"] as const;

const settableFields = {
  title: text(limits.titleMax, "Title of the link"),
  tagNames: tags,
  tagIds: tags,
  expiresAt: text(40, "Expiry time (RFC 3339)"),
  expiredUrl: target("URL to which the link redirects after its expiry time"),
  password: text(limits.passwordMax, "Password that visitors must enter"),
  ios: target("Target for visitors with iOS"),
  android: target("Target for visitors with Android"),
  geo: t.Optional(
    t.Union(
      [
        t.Record(t.String({ maxLength: 2 }), t.String({ maxLength: limits.urlMax }), {
          maxProperties: limits.rulesMax - 2,
        }),
        t.Null(),
      ],
      { description: "Targets by country (ISO 3166-1)" },
    ),
  ),
  utm_source: utm("source"),
  utm_medium: utm("medium"),
  utm_campaign: utm("campaign"),
  utm_term: utm("term"),
  utm_content: utm("content"),
  ...(Object.fromEntries(lackingNames.map((name) => [name, lacking])) as Record<
    (typeof lackingNames)[number],
    typeof lacking
  >),
};

const urlField = t.String({ minLength: 1, maxLength: limits.urlMax, description: "Target URL" });

/** Body that creates a link in Dub's format. */
export const dubBody = t.Object({
  url: urlField,
  domain: t.Optional(
    t.String({ maxLength: 260, description: "Host of the short URL. The default is the hub's" }),
  ),
  key: t.Optional(
    t.String({
      minLength: limits.codeMin,
      maxLength: limits.codeMax,
      description: "Custom code. The default is a random one",
    }),
  ),
  ...settableFields,
});

/** Body that changes a link in Dub's format. The short URL stays the same. */
export const dubChanges = t.Object({ url: t.Optional(urlField), ...settableFields });

/** Link in Dub's format. What the hub lacks is null, false or 0. */
export const dubLink = t.Record(t.String(), t.Unknown(), {
  description: "The link in Dub's format. `id` and `key` are its code",
});

/** The link in a path. */
export const dubParams = t.Object({
  linkId: t.String({ maxLength: 256, description: "Code of the link" }),
});

/** Parameters that name a link. */
export const dubLinkQuery = t.Object({
  linkId: t.Optional(t.String({ maxLength: 256, description: "Code of the link" })),
  domain: t.Optional(t.String({ maxLength: 260, description: "Ignored: codes are unique" })),
  key: t.Optional(t.String({ maxLength: 256, description: "Code of the link" })),
});

const dubGroups = ["count", "timeseries", "countries", "browsers", "os", "referers"] as const;

const dubIntervals = ["24h", "7d", "30d", "90d", "1y", "all"] as const;

/** Parameters of the statistics of a link. */
export const dubClicksQuery = t.Object({
  ...dubLinkQuery.properties,
  event: oneOf(["clicks"], { default: "clicks", description: "Kind of event" }),
  groupBy: oneOf(dubGroups, { default: "count", description: "How to group the clicks" }),
  interval: oneOf(dubIntervals, {
    default: "24h",
    description: "Period that ends now. The hub counts by day, so that it begins at midnight UTC",
  }),
  start: t.Optional(t.String({ maxLength: 40, description: "First day (RFC 3339), in UTC" })),
  end: t.Optional(t.String({ maxLength: 40, description: "Last day (RFC 3339), in UTC" })),
  timezone: oneOf(["UTC"], { default: "UTC", description: "Time zone of the days" }),
});

/** Parameters of the list of links. */
export const dubListQuery = t.Object({
  page: t.Integer({ default: 1, minimum: 1, description: "Page, from 1 on" }),
  pageSize: t.Integer({ default: 100, minimum: 1, maximum: 100, description: "Links on a page" }),
  search: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 100,
      description: "Text of the code, target, title or tags",
    }),
  ),
  tagNames: t.Optional(t.String({ maxLength: limits.tagMax, description: "One tag" })),
  tagIds: t.Optional(t.String({ maxLength: limits.tagMax, description: "One tag" })),
  showArchived: t.Optional(t.Boolean({ description: "Ignored: the hub archives no links" })),
  withTags: t.Optional(t.Boolean({ description: "Ignored: links always have their tags" })),
});
