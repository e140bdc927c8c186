import { expect, test } from "bun:test";
import type { Setting, Settings, SettingType } from "../contract/setting.ts";
import { loadAll } from "../host/load/load-all.ts";
import { checkSettings, listWarnings } from "./check-settings.ts";
import { loadConfig } from "./config.ts";
import { listSettings } from "./settings.ts";

const root = `${import.meta.dir}/../..`;
const { plugins } = await loadAll([`${root}/plugins`], { strict: true });
const operating = await Bun.file(`${root}/docs/OPERATING.md`).text();
const services: Settings = Object.assign(
  {},
  ...plugins.map(({ plugin }) => plugin.manifest.settings),
);

function describeValues({ type, min = 0, max, unit, values = [], items }: Setting): string {
  const words = values.map((value) => `\`${value}\``);
  const write = (number: number) => number.toLocaleString("en-US");
  const range = max === undefined ? `at least ${write(min)}` : `${write(min)} to ${write(max)}`;
  if (type === "integer" || type === "number")
    return [...words, `${range}${unit ? ` ${unit}` : ""}`].join(" or ");
  if (type === "secret") return min > 1 ? `at least ${min} characters` : "secret text";
  if (type === "flag") return "`0` or `1`";
  const kind = words.length > 0 ? words.join(", ") : items && `${items}s`;
  if (type === "list") return kind ? `list of ${kind}` : "list";
  return kind ?? type;
}

/** Returns the rows that the documentation lacks, or all of them if they aren't in one table, in this order. */
function findMissingRows(settings: Settings): string[] {
  const rows = Object.entries(settings).map(([name, setting]) => {
    const value = setting.default === undefined ? setting.fallback : `\`${setting.default}\``;
    const cells = [`\`${name}\``, value ?? "", describeValues(setting), setting.description];
    return `|${cells.map((cell) => ` ${cell} `.replace("  ", " ")).join("|")}|\n`;
  });
  const head = "| variable | default | values | description |\n|---|---|---|---|\n";
  if (operating.includes(`\n\n${head}${rows.join("")}\n`)) return [];
  const missing = rows.filter((row) => !operating.includes(row));
  return missing.length > 0 ? missing : rows;
}

test("the documentation has the table of the hub's settings, as they are declared", () => {
  expect(findMissingRows(listSettings())).toEqual([]);
});

test("the documentation has the table of all services' settings, as they are declared", () => {
  expect(findMissingRows(services)).toEqual([]);
});

test("services that share a setting declare it in the same way", () => {
  for (const { plugin } of plugins)
    for (const [name, setting] of Object.entries(plugin.manifest.settings ?? {}))
      expect(services[name]).toEqual(setting);
});

/** Values of each type, and values that aren't of it. */
const samples: Record<SettingType, { right: string; wrong: readonly string[] }> = {
  choice: { right: "", wrong: ["nonsense"] },
  domain: { right: "a.example", wrong: ["a b", "http://a.example/", "a.example/b", "*"] },
  email: { right: "hub@corp.example", wrong: ["hub", "@corp.example", "a@b@c", "a b@c.example"] },
  flag: { right: "1", wrong: ["yes", "2", "on", "TRUE"] },
  host: { right: "127.0.0.1", wrong: ["999.1.1.1", "a b", "http://a.example", "a:80"] },
  integer: { right: "", wrong: ["abc", "-1", "+1", "1.5", "1e3", "0x10", "10s", "1_000", "1,000"] },
  json: { right: "{}", wrong: ["{", "[]", "abc", "1"] },
  list: { right: "", wrong: [] },
  network: { right: "10.0.0.0/8", wrong: ["0.0.0.0/0", "::/0", "10.0.0.0/33", "10.0.0", "abc"] },
  number: { right: "0.5", wrong: ["abc", "-0.1", "50%", "1e-1", "."] },
  origin: { right: "https://a.example", wrong: ["https://a.example/b", "ftp://a.example", "a b"] },
  phrase: { right: " a phrase ", wrong: [] },
  secret: { right: "a-long-secret-text", wrong: ["with a space", "ümlaut", "line\nbreak"] },
  text: { right: "abc", wrong: [] },
  tier: { right: "pro", wrong: ["proo", "Pro", "gold"] },
  url: { right: "http://127.0.0.1:1", wrong: ["abc", "ftp://a.example", "127.0.0.1:1", "http://"] },
};

/** Values that a setting with a syntax of its own must refuse. */
const special: Readonly<Record<string, readonly string[]>> = {
  HUB_ALIASES: ["nonsense"],
  HUB_BASE_URL: ["nonsense", "https://hub.example/?a=b", "ftp://hub.example"],
  HUB_CHROME: ["/nonsense"],
  HUB_CHROME_HOSTS: ["nonsense", "a.example=ftp://b.example"],
  HUB_DATABASE_URL: ["nonsense", "mysql://db.example/hub", "postgres://db.example"],
  HUB_DENY: ["nonsense", "crypto:nonsense", "crypto:net:kv"],
  HUB_DNS_SERVERS: ["nonsense", "192.0.2.1:0"],
  HUB_MAIL_FROM: ["nonsense"],
  HUB_OBJECTS_URL: ["nonsense", "https://s3.example/bucket"],
  HUB_OPERATORS: ["nonsense", "ann@example.com", "ann@example.com=owner", "ann=admin"],
  HUB_PLUGINS: ["/a::/b", ":"],
  HUB_REDIS_URL: ["nonsense", "http://redis.example"],
  HUB_SECURITY_CONTACT: ["nonsense", "http://a.example"],
  HUB_SMTP_URL: ["nonsense"],
  HUB_TIERS: ["free", "free=1", "free=-1/2", "fre=2/10", "a b=1/2", "free=1e3/9", "free=0/1"],
  HUB_TIERS_FILE: ["/nonsense"],
  HUB_TRUST: ["nonsense"],
  HTTPS_PROXY: ["nonsense", "socks5://proxy.example", "http://proxy.example/path"],
  HUB_WEBHOOK_HOSTS: ["nonsense", "a.example=ftp://b.example"],
  HUB_UPSTREAMS: ["nonsense", "nonsense.example=http://127.0.0.1:1"],
};

function* listMistakes(name: string, setting: Setting): Generator<[name: string, value: string]> {
  const { type, values = [], min = 0, max, items = "text" } = setting;
  const { right, wrong } = samples[type];
  const value = values[0] ?? (type === "list" ? samples[items].right : right || String(min || 1));
  if (type === "phrase") return yield [name, ""];
  const texts = [
    ...wrong,
    ...(special[name] ?? []),
    "",
    " ",
    ` ${value}`,
    `${value} `,
    `${value}\n`,
  ];
  if (max !== undefined) texts.push(String(max + 1));
  if (type === "integer" && min > 0) texts.push(String(min - 1));
  if (type === "secret" && min > 1) texts.push("x".repeat(min - 1));
  if (type === "choice") texts.push(`${value}x`, value.toUpperCase().replace(/^[^A-Z]+$/, "no"));
  if (type === "list")
    texts.push(...samples[items].wrong, `${value},`, `,${value}`, `${value},,${value}`, ",");
  if (type === "list" && values.length > 0)
    texts.push("nonsense", `${value}x`, `${value};${value}`);
  for (const text of texts) yield [name, text];
  for (const typo of [
    `${name}S`,
    name.slice(0, -1),
    `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`,
  ])
    if (typo !== name) yield [typo, value];
}

/** Returns how the hub reports a variable: an error that ends the start, or a warning in the log. */
function findReport(env: Record<string, string>): string {
  try {
    const config = loadConfig({ HUB_DATA: "/nonsense", ...env });
    checkSettings(config, { plugins, broken: [] });
    return listWarnings(config, plugins).join("; ");
  } catch (error) {
    return (error as Error).message;
  }
}

test("no mistake in a setting is accepted silently, and each report names the setting", () => {
  const mistakes = Object.entries({ ...listSettings(), ...services }).flatMap(([name, setting]) => [
    ...listMistakes(name, setting),
  ]);
  const accepted = mistakes.filter(
    ([name, value]) => !findReport({ [name]: value }).includes(name),
  );
  expect(accepted).toEqual([]);
  expect(mistakes.length).toBeGreaterThan(500);
});

test("the right values of all settings are accepted without a warning", () => {
  const free = [
    "HUB_DATABASE_URL",
    "HUB_OBJECTS_URL",
    "HUB_REDIS_URL",
    "HUB_BASE_URL",
    "HUB_CHROME",
    // They belong together.
    ...["HUB_OIDC_ISSUER", "HUB_OIDC_CLIENT_ID", "HUB_OIDC_CLIENT_SECRET"],
  ];
  for (const [name, setting] of Object.entries({ ...listSettings(), ...services })) {
    const { type, values = [], items = "text", min = 0 } = setting;
    const text = type === "list" ? samples[items].right : samples[type].right;
    const isSpecial = free.includes(name) || Object.hasOwn(special, name);
    if (!isSpecial)
      expect([name, findReport({ [name]: values[0] ?? (text || String(min)) })]).toEqual([
        name,
        "",
      ]);
  }
});
