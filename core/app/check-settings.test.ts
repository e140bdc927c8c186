import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { definePlugin, type Manifest } from "../contract/plugin.ts";
import { changeGrants, writeGrants } from "../host/grants/grants.ts";
import type { BrokenPlugin, LoadedPlugin } from "../host/plugin/loaded-plugin.ts";
import { checkSettings, listWarnings } from "./check-settings.ts";
import { loadConfig } from "./config.ts";

const data = mkdtempSync(`${tmpdir()}/utilhub-settings-`);
afterAll(() => rmSync(data, { recursive: true, force: true }));

function createPlugin(
  manifest: Partial<Manifest>,
  others: Partial<LoadedPlugin> = {},
): LoadedPlugin {
  const plugin = definePlugin({ title: "Crypto", summary: "Encrypts.", ...manifest });
  const parts = { routes: [], open: [], datasets: {}, isolated: false };
  return { name: "crypto", dir: "/crypto", plugin, ...parts, ...others };
}

const crypto = createPlugin({
  permissions: { net: ["api.example"], env: ["HUB_CRYPTO_MODE"] },
  settings: {
    CRYPTO_ENGINES: { type: "list", values: ["openssl", "embedded"], description: "Engines" },
    CRYPTO_TIERS: { type: "list", items: "tier", description: "Tiers" },
    CRYPTO_PER_DAY: { type: "integer", min: 1, max: 9, unit: "keys", description: "Keys" },
  },
  optionalAliases: { shields: { "/badge": "badge.get" } },
});

/** Checks the settings of a hub with the plugin `crypto` and others. */
function check(
  env: Record<string, string>,
  { plugins = [crypto], broken = [] }: { plugins?: LoadedPlugin[]; broken?: BrokenPlugin[] } = {},
) {
  return checkSettings(loadConfig({ HUB_DATA: data, ...env }), { plugins, broken });
}

describe("an unknown name ends the start, with the nearest known one:", () => {
  test.each([
    [
      { HUB_SINGUP: "closed" },
      'Cannot use "HUB_SINGUP": it is not a setting (the nearest is "HUB_SIGNUP")',
    ],
    [{ HUB_PORT: "3000" }, 'Cannot use "HUB_PORT": it is not a setting (the nearest is "PORT")'],
    [{ HUB_CRYPTO_MOD: "x" }, '(the nearest is "HUB_CRYPTO_MODE")'],
    [{ HUB_WHATEVER_ELSE_THIS_IS: "1" }, "it is not a setting"],
    [
      { HUB_DENY: "crpyto" },
      'HUB_DENY names "crpyto", which is not a plugin (the nearest is "crypto")',
    ],
    [{ HUB_DENY: "crypto,curency:net" }, 'HUB_DENY names "curency", which is not a plugin'],
    [
      { HUB_TRUST: "cripto" },
      'HUB_TRUST names "cripto", which is not a plugin (the nearest is "crypto")',
    ],
    [
      { HUB_ALIASES: "sheilds" },
      'HUB_ALIASES names "sheilds", which is not a set of aliases (the nearest is "shields")',
    ],
    [
      { HUB_UPSTREAMS: "apis.example=http://127.0.0.1:1" },
      'HUB_UPSTREAMS names "apis.example", which is not a host that a service uses (the nearest is "api.example")',
    ],
    [{ CRYPTO_TIERS: "free,proo" }, 'it has "proo" (the nearest is "pro")'],
    [
      { CRYPTO_PER_DAY: "10" },
      'CRYPTO_PER_DAY must be a whole number from 1 to 9 in keys: it is "10"',
    ],
    [
      { CRYPTO_ENGINES: "embedded, opnssl" },
      'CRYPTO_ENGINES must list openssl or embedded: it has "opnssl" (the nearest is "openssl")',
    ],
  ])("%j", (env, sentence) => {
    expect(() => check(env)).toThrow(sentence);
  });
});

test.each([
  ["no setting", {}],
  ["every list", { HUB_DENY: "crypto:net", HUB_TRUST: "crypto", HUB_ALIASES: "shields" }],
  ["a mirror", { HUB_UPSTREAMS: "api.example=http://127.0.0.1:1" }],
  ["a variable of a manifest", { HUB_CRYPTO_MODE: "x", CRYPTO_ENGINES: "embedded" }],
  ["the name of another container in compose.yaml", { HUB_HOST: "hub.example.com" }],
  ["the index of a process", { HUB_PROCESS: "2" }],
  [
    "Kubernetes' service links",
    {
      HUB_SERVICE_HOST: "10.0.0.1",
      HUB_SERVICE_PORT: "3000",
      HUB_SERVICE_PORT_HTTP: "3000",
      HUB_PORT: "tcp://10.0.0.1:3000",
      HUB_PORT_3000_TCP: "tcp://10.0.0.1:3000",
      HUB_PORT_3000_TCP_ADDR: "10.0.0.1",
      HUB_CACHE_SERVICE_HOST: "10.0.0.2",
      HUB_CACHE_PORT: "tcp://10.0.0.2:6379",
      HUB_CACHE_PORT_6379_TCP_PROTO: "tcp",
    },
  ],
])("%s is accepted", (_, env) => {
  expect(check(env).plugins).toEqual([crypto]);
});

test("a broken plugin can be denied, and its variables, aliases and mirrors set", async () => {
  const dir = `${data}/curency`;
  await Bun.write(
    `${dir}/plugin.ts`,
    'env: ["HUB_RATES"], net: ["rates.example"], optionalAliases: { "rates": {}',
  );
  const broken = [{ name: "curency", dir, reason: "a bracket is missing" }];
  const env = {
    HUB_DENY: "curency",
    HUB_RATES: "1",
    HUB_ALIASES: "rates",
    HUB_UPSTREAMS: "rates.example=http://127.0.0.1:1",
  };
  expect(check(env, { broken }).broken).toEqual(broken);
  expect(() => check({ HUB_RATE: "1" }, { broken })).toThrow('Cannot use "HUB_RATE"');
});

test("a plugin that was once installed can still be denied, and its variables set", () => {
  const root = loadConfig({ HUB_DATA: data }).installed;
  const grant = {
    ...{ version: "1.0.0", source: "hello", hash: "x", files: {}, installedAt: "2026-01-01" },
    granted: { env: ["HUB_HELLO"] },
    refused: { net: ["hello.example"] },
  };
  const env = {
    HUB_DENY: "hello",
    HUB_HELLO: "1",
    HUB_UPSTREAMS: "hello.example=http://127.0.0.1:1",
  };
  expect(() => check(env)).toThrow("HUB_HELLO");
  changeGrants(root, () => writeGrants(root, { hello: grant }));
  check(env);
  changeGrants(root, () => writeGrants(root, {}));
  check(env);
});

test("an external plugin with an invalid value is skipped, and ends the start of a strict hub", () => {
  const plugins = [createPlugin(crypto.plugin.manifest, { isOutside: true })];
  const env = { CRYPTO_ENGINES: "none" };
  expect(check(env, { plugins })).toEqual({
    plugins: [],
    broken: [
      {
        name: "crypto",
        dir: "/crypto",
        reason: 'CRYPTO_ENGINES must list openssl or embedded: it has "none"',
      },
    ],
  });
  expect(() => check({ ...env, HUB_STRICT: "1" }, { plugins })).toThrow("CRYPTO_ENGINES");
});

test("a manifest from before settings had types is checked, too", () => {
  const plugins = [
    createPlugin({ permissions: { env: ["MODES"] }, envValues: { MODES: ["a", "b"] } }),
  ];
  expect(check({ MODES: "a, b" }, { plugins }).plugins).toEqual(plugins);
  expect(() => check({ MODES: "c" }, { plugins })).toThrow('MODES must list a or b: it has "c"');
});

test.each([
  ["HUB_OLD", "1", '"HUB_OLD" is deprecated and does nothing: use HUB_SIGNUP'],
  ["HUB_SIGNUP", "", '"HUB_SIGNUP" is empty and does nothing'],
  ["CRYPTO_ENGINES", "", '"CRYPTO_ENGINES" is empty and does nothing'],
  [
    "HUB_MAIL_FROM",
    "a@b.example",
    '"HUB_MAIL_FROM" does nothing without HUB_SMTP_URL or HUB_MAIL_OUTBOX',
  ],
  ["TRUSTED_PROXY", "::1", '"TRUSTED_PROXY" is not a setting: the nearest is "TRUSTED_PROXIES"'],
  ["CRYPTO_ENGINE", "x", '"CRYPTO_ENGINE" is not a setting: the nearest is "CRYPTO_ENGINES"'],
  ["PROT", "80", '"PROT" is not a setting: the nearest is "PORT"'],
  ["HUB_TIERS", "fre=2/10", 'HUB_TIERS adds the tier "fre": the nearest is "free"'],
])("the log warns of %s=%s", (name, value, sentence) => {
  const { tiers } = loadConfig({ HUB_TIERS: name === "HUB_TIERS" ? value : undefined });
  const removed = { HUB_OLD: "use HUB_SIGNUP" };
  expect(listWarnings({ env: { [name]: value }, tiers }, [crypto], removed)).toEqual([sentence]);
});

test("the log doesn't warn of other programs' variables", () => {
  const { tiers } = loadConfig({});
  const env = {
    ...{ PATH: "/bin", HOME: "/root", HOSTNAME: "a", SHELL: "sh", PWD: "/", TERM: "xterm" },
    ...{ HUB_HOST: "hub.example", PORT: "80", HUB_TIERS: "gold=1/2" },
  };
  expect(listWarnings({ env, tiers }, [crypto])).toEqual([]);
  expect(listWarnings({ env: { OPENAI_IMAGES_PER_DAY: "9" }, tiers }, [])).toEqual([
    '"OPENAI_IMAGES_PER_DAY" is deprecated and does nothing: set "MODEL_IMAGES_PER_DAY" instead',
  ]);
});
