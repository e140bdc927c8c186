import { oneOf, t } from "hub";
import url from "../../plugin.ts";

const { limits } = url;

const orNull = <Schema extends Parameters<typeof t.Union>[0][number]>(
  schema: Schema,
  description: string,
) => t.Optional(t.Union([schema, t.Null()], { description }));
const lacking = t.Optional(
  t.Union([t.Literal(false), t.Null()], { description: "Not supported: false, null or omitted" }),
);
const longUrl = t.String({ minLength: 1, maxLength: limits.urlMax, description: "Target URL" });

const settableFields = {
  title: orNull(t.String({ minLength: 1, maxLength: limits.titleMax }), "Title of the link"),
  tags: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: limits.tagMax }), {
      maxItems: limits.tagsMax,
      description: "Tags of the link",
    }),
  ),
  validUntil: orNull(t.String({ maxLength: 40 }), "Expiry time (RFC 3339)"),
  validSince: lacking,
  maxVisits: orNull(
    t.Integer({ minimum: 1, maximum: limits.clicksMax }),
    "Number of redirects after which the link expires",
  ),
  forwardQuery: t.Optional(
    t.Boolean({ description: "Whether the visitor's query parameters are added to the target" }),
  ),
  crawlable: lacking,
  validateUrl: lacking,
};

/** Body that creates a link in Shlink's format. */
export const shlinkBody = t.Object({
  longUrl,
  customSlug: t.Optional(
    t.String({
      minLength: limits.codeMin,
      maxLength: limits.codeMax,
      description: "Custom code. The default is a random one",
    }),
  ),
  domain: t.Optional(t.String({ maxLength: 260, description: "Host of the short URL" })),
  findIfExists: t.Boolean({
    default: false,
    description: "Whether to return an identical link of yours if there is one",
  }),
  ...settableFields,
});

/** Body that changes a link in Shlink's format. */
export const shlinkChanges = t.Object({ longUrl: t.Optional(longUrl), ...settableFields });

/** The link in a path. */
export const shlinkParams = t.Object({
  shortCode: t.String({ maxLength: 256, description: "Code of the link" }),
});

/** The domain of a link, which the hub doesn't need. */
export const shlinkQuery = t.Object({
  domain: t.Optional(t.String({ maxLength: 260, description: "Ignored: codes are unique" })),
});

/** Parameters of the list of links. */
export const shlinkListQuery = t.Object({
  page: t.Integer({ default: 1, minimum: 1, description: "Page, from 1 on" }),
  itemsPerPage: t.Integer({
    default: 10,
    minimum: 1,
    maximum: limits.listMax,
    description: "Links on a page",
  }),
  searchTerm: t.Optional(
    t.String({ maxLength: 100, description: "Text of the code, target, title or tags" }),
  ),
  "tags[]": t.Optional(t.String({ maxLength: limits.tagMax, description: "One tag" })),
  orderBy: t.Optional(oneOf(["dateCreated-DESC"], { description: "Newest first, always" })),
});

/** Link in Shlink's format. */
export const shlinkLink = t.Record(t.String(), t.Unknown(), {
  description: "The link in Shlink's format",
});
