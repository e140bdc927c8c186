import { HubError } from "hub";
import { readCsv } from "hub/csv";
import { openWords } from "hub/data-file";
import url from "../plugin.ts";
import { findLink, toStoreKey } from "./link.ts";
import { shorten } from "./shorten.ts";

const { codeMin, codeMax, titleMax, tagsMax, tagMax, clicksMax, importMax } = url.limits;

const fields = ["url", "code", "short_url", "title", "tags", "expires_at", "expired_url"] as const;
const readNames = openWords(new URL("./import.txt", import.meta.url), [
  ...fields,
  "max_clicks",
  "created_at",
]);

type Field = keyof ReturnType<typeof readNames>;

/** A link of an export: the texts of its known fields. */
type Entry = Partial<Record<Field, string>>;

type ImportOptions = Parameters<typeof shorten>[1] & { dry_run: boolean };

/** The result for a row. */
interface ImportedRow {
  /** Position in the export, from 1 on. */
  row: number;
  code: string | null;
  status: "created" | "reused" | "failed";
  error: string | null;
}

/** Number of rows after which other requests run. */
const pauseRows = 50;

/** Creates the links of an export. A link that exists is reused, so an import can be repeated. */
export async function importLinks(
  data: string,
  options: ImportOptions,
  progress?: (done: number, total: number) => void,
): Promise<ImportedRow[]> {
  const entries = readExport(data);
  const rows: ImportedRow[] = [];
  const targets = new Map<string, string>();
  // One after the other, so that a code goes to its first row.
  for (const [at, entry] of entries.entries()) {
    rows.push(await importOne(entry, at + 1, { ...options, targets }));
    if (rows.length % pauseRows > 0) continue;
    progress?.(rows.length, entries.length);
    await Bun.sleep(0);
  }
  return rows;
}

async function importOne(
  entry: Entry,
  row: number,
  { targets, ...options }: ImportOptions & { targets: Map<string, string> },
): Promise<ImportedRow> {
  const code = entry.code ?? findCode(entry.short_url);
  try {
    const { link, reused } = await shorten(buildRequest(entry, code), {
      ...options,
      createdAt: parseTime(entry.created_at),
    });
    const key = toStoreKey(link.code);
    const former = key === "" ? undefined : targets.get(key);
    targets.set(key, former ?? link.url);
    // A dry run stores nothing, so it finds repeated codes by the rows before.
    if (options.dry_run && former !== undefined && former !== link.url)
      throw refuse(`code must not be in use: "${link.code}" is in another row`);
    const status = reused || (options.dry_run && former !== undefined) ? "reused" : "created";
    return { row, code: link.code || null, status, error: null };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    if (error.code === "code_taken" && code && (await isOwn(code, entry, options)))
      return { row, code, status: "reused", error: null };
    const reason = error.message.replace(/^body\./, "");
    return { row, code: code ?? null, status: "failed", error: reason };
  }
}

/** Returns whether a code is that of the caller's link to the same target. */
async function isOwn(code: string, entry: Entry, { kv, owner }: ImportOptions): Promise<boolean> {
  const link = await findLink(code, kv).catch(() => undefined);
  return link?.owner === owner && link.url === URL.parse(entry.url ?? "")?.href;
}

function buildRequest(entry: Entry, code: string | undefined) {
  const { url: target = "", title, tags = "", expired_url } = entry;
  if (code !== undefined && (code.length < codeMin || code.length > codeMax))
    throw refuse(`code must have ${codeMin} to ${codeMax} characters: it is "${code}"`);
  const max = entry.max_clicks === undefined ? undefined : Number(entry.max_clicks);
  if (max !== undefined && !(Number.isInteger(max) && max > 0 && max <= clicksMax))
    throw refuse(`max_clicks must be from 1 to ${clicksMax}: it is "${entry.max_clicks}"`);
  const expiry = parseTime(entry.expires_at);
  const expires_at = expiry === undefined ? entry.expires_at : new Date(expiry).toISOString();
  return {
    url: target,
    ...(code !== undefined && { code }),
    ...(expires_at !== undefined && { expires_at }),
    ...(expired_url !== undefined && { expired_url }),
    ...(max !== undefined && { max_clicks: max }),
    ...(title !== undefined && { title: title.slice(0, titleMax) }),
    tags: [...new Set(tags.split(/[,|]/).map((tag) => tag.trim().slice(0, tagMax)))]
      .filter(Boolean)
      .slice(0, tagsMax),
    ...{ reuse: true, forward_query: false },
  };
}

function refuse(message: string) {
  return url.error("invalid_input", message);
}

/** Returns the last part of a short URL, such as `bit.ly/2wIzYXh`. */
function findCode(short: string | undefined): string | undefined {
  const parsed = short && URL.parse(short.includes("://") ? short : `https://${short}`);
  const last = parsed ? parsed.pathname.split("/").at(-1) : "";
  return last ? decodeCode(last) : undefined;
}

function decodeCode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseTime(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Reads the links of an export in CSV or JSON. */
function readExport(data: string): Entry[] {
  const start = data.trimStart().charAt(0);
  const entries = start === "{" || start === "[" ? readJson(data) : readTable(data);
  if (!entries.some((entry) => entry.url !== undefined))
    throw refuseData("must have links with a target, such as in a column url or long_url");
  if (entries.length > importMax)
    throw refuseData(`must have at most ${importMax} links: it has ${entries.length}`);
  return entries;
}

function refuseData(what: string) {
  return url.error("invalid_input", `body.data ${what}`, { at: "body.data" });
}

function readTable(csv: string): Entry[] {
  const end = csv.indexOf("\n");
  const head = end === -1 ? csv : csv.slice(0, end);
  const separators = [",", ";", "\t"] as const;
  const separator = separators.find((one) => head.includes(one)) ?? ",";
  const [header = [], ...rows] = readCsv(csv, { separator, refuse: refuseData });
  return rows.map((row) => readFields(header.map((name, at) => [name, row[at] ?? ""])));
}

function readJson(text: string): Entry[] {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    throw refuseData("must have valid JSON or CSV");
  }
  return findRecords(whole).map((record) => readFields(Object.entries(flatten(record))));
}

/** Finds the first list of records, or the first table of them, as in an answer of YOURLS. */
function findRecords(value: unknown): object[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === "object" && one !== null);
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).filter((one) => typeof one === "object" && one !== null);
  const isTable = inner.length > 0 && inner.length === Object.keys(value).length;
  if (isTable && inner.every((one) => readFields(Object.entries(one)).url !== undefined))
    return inner;
  return inner.map(findRecords).find((found) => found.length > 0) ?? [];
}

/** Returns the values of a record, with those of its parts. */
function flatten(record: object): Record<string, unknown> {
  const parts = Object.values(record).filter(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  return Object.assign({}, ...parts.map((part) => ({ ...part })), record);
}

/** Returns the known fields of named values. */
function readFields(named: readonly [string, unknown][]): Entry {
  const names = readNames();
  const given = new Map(
    named.map(([name, value]) => [name.toLowerCase().replace(/[^a-z]/g, ""), toText(value)]),
  );
  const entry: Entry = {};
  for (const field of Object.keys(names) as Field[])
    for (const name of names[field]) entry[field] ||= given.get(name) ?? "";
  return Object.fromEntries(Object.entries(entry).filter(([, text]) => text !== ""));
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => toText(item?.name ?? item)).join(",");
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
