import type { Setting, Settings, SettingType, SettingValues } from "../../contract/setting.ts";
import { parseAddress, parseBlock } from "../../lib/ip-address.ts";
import { suggestNearest } from "../../lib/nearest.ts";

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

interface ReadOptions {
  /** The names of the tiers. Default: a setting may name any tier. */
  tiers?: readonly string[] | undefined;
}

/** Checks the values of a type. */
interface Format {
  /** Describes the allowed values, to follow "must be". */
  allowed(setting: Setting, options: ReadOptions): string;
  /** Returns the value of a text, or undefined if it isn't allowed. */
  parse(text: string, setting: Setting, options: ReadOptions): unknown;
}

const formats: Readonly<Record<Exclude<SettingType, "list">, Format>> = {
  choice: {
    allowed: ({ values = [] }) => values.join(" or "),
    parse: (text, { values = [] }) => values.find((value) => value === text),
  },
  domain: test("a domain such as example.com or *.example.com", (text) =>
    isHost(text.replace(/^\*?\./, ""))),
  email: test("an email address such as hub@corp.example", (text) =>
    /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(text)),
  flag: {
    allowed: () => "0 or 1",
    parse: (text) => flags.get(text),
  },
  host: test("a host name or an IP address", isHost),
  integer: { allowed: (setting) => describeNumber("whole number", setting), parse: parseNumber },
  json: test("a JSON object", isJsonObject),
  network: test("an address or a CIDR range, and not all addresses", (text) =>
    (parseBlock(text)?.prefix ?? 0) > 0),
  number: { allowed: (setting) => describeNumber("number", setting), parse: parseNumber },
  origin: test("an origin such as https://go.example", (text) => {
    const url = URL.parse(text.includes("://") ? text : `https://${text}`);
    return /^https?:$/.test(url?.protocol ?? "") && url?.href === `${url?.origin}/`;
  }),
  phrase: test("a text", () => true),
  secret: {
    allowed: ({ min = 1 }) => `at least ${min} ASCII characters without spaces`,
    parse: (text, { min = 1 }) =>
      text.length >= min && /^[\x21-\x7e]+$/.test(text) ? text : undefined,
  },
  text: test("a text", () => true),
  tier: {
    allowed: (_, { tiers = [] }) => tiers.join(" or "),
    parse: (text, _, { tiers = [text] }) => tiers.find((tier) => tier === text),
  },
  url: test("a base address such as http://127.0.0.1:8080/v1", (text) => {
    const { protocol, username, search, hash } = URL.parse(text) ?? {};
    return /^https?:$/.test(protocol ?? "") && !username && !search && !hash;
  }),
};

/** All types of settings. */
export const settingTypes: readonly string[] = [...Object.keys(formats), "list"];

const flags = new Map(Object.entries({ 0: false, 1: true, false: false, true: true }));

function test(allowed: string, isAllowed: (text: string) => boolean): Format {
  return { allowed: () => allowed, parse: (text) => (isAllowed(text) ? text : undefined) };
}

function isHost(text: string): boolean {
  // An address can have a zone, as those of link-local interfaces do.
  if (text.includes(":")) return parseAddress(text.replace(/%[\w.-]+$/, "")) !== undefined;
  return /^[^\s/?#@\\*]+$/.test(text) && URL.canParse(`http://${text}/`);
}

function isJsonObject(text: string): boolean {
  try {
    return Object.prototype.toString.call(JSON.parse(text)) === "[object Object]";
  } catch {
    return false;
  }
}

function describeNumber(kind: string, { min = 0, max, unit, values = [] }: Setting): string {
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  return [...values, `a ${kind} ${range}${unit ? ` in ${unit}` : ""}`].join(" or ");
}

function parseNumber(text: string, { type, min = 0, max = Infinity, values = [] }: Setting) {
  if (values.includes(text)) return text;
  const isWritten = type === "integer" ? /^\d{1,15}$/.test(text) : /^\d{0,9}\.?\d{1,9}$/.test(text);
  const value = Number(text);
  return isWritten && value >= min && value <= max ? value : undefined;
}

/**
 * Returns the values of settings. Throws an error with the first setting that has a value of another type. A variable
 * without a text isn't set.
 */
export function readSettings<S extends Settings>(
  settings: S,
  env: Env,
  options: ReadOptions = {},
): SettingValues<S> {
  const values = Object.entries(settings).map(([name, setting]) => [
    name,
    readSetting(name, setting, { text: env[name], ...options }),
  ]);
  return Object.fromEntries(values) as SettingValues<S>;
}

function readSetting(
  name: string,
  setting: Setting,
  { text, ...options }: ReadOptions & { text: string | undefined },
): unknown {
  const isList = setting.type === "list";
  const type = setting.type === "list" ? getItemType(setting) : setting.type;
  const { allowed, parse } = formats[type];
  const verb = type === "secret" ? "have" : "be";
  if (!text && isList) return [];
  if (!text) return setting.default && parse(`${setting.default}`, setting, options);
  if (type === "phrase") return text;
  if (text !== text.trim()) throw new Error(`${name} must not begin or end with a space`);
  const values = (isList ? text.split(",") : [text]).map((entry) => {
    const item = entry.trim();
    if (!item) throw new Error(`${name} must not have an empty entry between commas`);
    if (type === "url" && URL.parse(item)?.username)
      throw new Error(`${name} must not contain a user or a password`);
    const value = parse(item, setting, options);
    if (value !== undefined) return value;
    const must = `${name} must ${isList ? "list" : verb} ${allowed(setting, options)}`;
    if (type === "secret") throw new Error(`${must}: it has ${item.length}`);
    const known = type === "tier" ? options.tiers : setting.values;
    throw new Error(
      `${must}: it ${isList ? "has" : "is"} "${item.slice(0, 100)}"${suggestNearest(item, known ?? [])}`,
    );
  });
  return isList ? values : values[0];
}

function getItemType({ items, values }: Setting): keyof typeof formats {
  return items ?? (values ? "choice" : "text");
}
