import { describe, expect, test } from "bun:test";
import { KINDS } from "../contract/doors.ts";
import { loadConfig } from "./config.ts";

test("an empty environment is a valid configuration", () => {
  expect(loadConfig({})).toMatchObject({
    port: 3000,
    host: "0.0.0.0",
    strict: false,
    signup: "open",
    offline: false,
    denied: {},
    trustedProxies: [],
    pluginRoots: [`${process.cwd()}/plugins`],
    data: `${process.cwd()}/data`,
  });
});

test.each<[Record<string, string>, object]>([
  [{ PORT: "0" }, { port: 0 }],
  [{ HUB_PLUGINS: "/a:/b" }, { pluginRoots: [`${process.cwd()}/plugins`, "/a", "/b"] }],
  [{ HUB_STRICT: "1" }, { strict: true }],
  [{}, { aliases: [] }],
  [{ HUB_ALIASES: "shields, dicebear" }, { aliases: ["shields", "dicebear"] }],
  [{ HUB_ALIASES: "all" }, { aliases: "all" }],
  [{}, { live: true }],
  [{ HUB_LIVE: "0" }, { live: false }],
  [{}, { examples: true }],
  [{ HUB_EXAMPLES: "0" }, { examples: false }],
  [{}, { mcp: true }],
  [{ HUB_MCP: "off" }, { mcp: false }],
  [{ HUB_OFFLINE: "true" }, { offline: true }],
  [
    { HUB_CHROME: process.execPath, HUB_CHROME_SANDBOX: "0", HUB_CHROME_PAGES: "3" },
    { browser: { program: process.execPath, sandbox: false, pages: 3 } },
  ],
  [{ HUB_CHROME_SANDBOX: "1" }, { browser: { sandbox: true } }],
  [{}, { browser: { sandbox: "auto" } }],
  [
    { HUB_CHROME_HOSTS: "wiki.example=http://10.0.0.7:8080" },
    { browser: { hosts: { "wiki.example": "http://10.0.0.7:8080" } } },
  ],
  [
    { HUB_DNS_SERVERS: "192.0.2.1, 127.0.0.1:5353, 2001:db8::1, [2001:db8::1]:54" },
    {
      nameServers: [
        { hostname: "192.0.2.1", port: 53 },
        { hostname: "127.0.0.1", port: 5353 },
        { hostname: "2001:db8::1", port: 53 },
        { hostname: "2001:db8::1", port: 54 },
      ],
    },
  ],
  [
    { HUB_UPSTREAMS: "a.example=http://127.0.0.1:4010/a/, b.example:8443=https://b.test" },
    { upstreams: { "a.example": "http://127.0.0.1:4010/a", "b.example:8443": "https://b.test" } },
  ],
  [{ HUB_SIGNUP: "closed" }, { signup: "closed" }],
  [{ HUB_DENY: "crypto:net, tts:run" }, { denied: { crypto: ["net"], tts: ["run"] } }],
  [{ HUB_DENY: "crypto" }, { denied: { crypto: [...KINDS] } }],
  [{ TRUSTED_PROXIES: "10.0.0.0/8, ::1" }, { trustedProxies: ["10.0.0.0/8", "::1"] }],
  [{}, { forwardedHeader: "auto" }],
  [{ HUB_FORWARDED_HEADER: "forwarded" }, { forwardedHeader: "forwarded" }],
  [{ HUB_BASE_URL: "https://hub.example/" }, { baseUrl: "https://hub.example" }],
  [{ HUB_BASE_URL: "" }, { baseUrl: undefined }],
  [{ HUB_BASE_URL: "HTTPS://Hub.example:8443/a/b/" }, { baseUrl: "https://hub.example:8443/a/b" }],
  [
    { HUB_SECURITY_CONTACT: "mailto:security@hub.example, https://hub.example/security" },
    { securityContacts: ["mailto:security@hub.example", "https://hub.example/security"] },
  ],
  [{ HUB_JOBS: "3", HUB_JOBS_QUEUE: "7" }, { jobs: { size: 3, queueMax: 7 } }],
])("accepts %j", (env, expected) => {
  expect(loadConfig(env)).toMatchObject(expected);
});

test("tiers can be changed and added, and the enterprise quota enforced", () => {
  const { tiers } = loadConfig({
    HUB_TIERS: "free=20/500,gold=300/50000",
    HUB_ENTERPRISE_DAILY: "hard",
  });
  expect(tiers.map(({ name, perMinute, perDay, soft }) => [name, perMinute, perDay, soft])).toEqual(
    [
      ["free", 20, 500, false],
      ["pro", 120, 10_000, false],
      ["enterprise", 600, 1_000_000, false],
      ["gold", 300, 50_000, false],
    ],
  );
});

test("a tier can have a million calls a minute, 10^12 a day, or no limit", () => {
  const { tiers } = loadConfig({
    HUB_TIERS: "a=1000000/1000000000000,b=unlimited/9,c=9/unlimited",
  });
  expect(tiers.slice(3).map(({ perMinute, perDay }) => [perMinute, perDay])).toEqual([
    [1_000_000, 1_000_000_000_000],
    [Number.POSITIVE_INFINITY, 9],
    [9, Number.POSITIVE_INFINITY],
  ]);
});

test("an invalid Redis URL isn't printed, because it may contain a password", () => {
  const env = { HUB_REDIS_URL: "http://:secret@redis.example" };
  expect(() => loadConfig(env)).toThrow(/^HUB_REDIS_URL((?!secret).)*$/);
  expect(loadConfig({ HUB_REDIS_URL: "rediss://redis.example/1" }).redis).toEqual({
    url: "rediss://redis.example/1",
    whenDown: "local",
    timeoutMs: 250,
  });
});

test("an invalid database URL isn't printed, because it may contain a password", () => {
  for (const url of ["mysql://:secret@db.example/hub", "postgres://:secret@db.example", "secret"])
    expect(() => loadConfig({ HUB_DATABASE_URL: url })).toThrow(/^HUB_DATABASE_URL((?!secret).)*$/);
  const url = "postgresql://hub@db.example/hub?sslmode=verify-full";
  expect(loadConfig({ HUB_DATABASE_URL: url }).databaseUrl).toBe(url);
});

test("a bucket URL is parsed, and an invalid one isn't printed: it contains a secret", () => {
  for (const url of ["s3://id:secret@bucket", "https://s3.example/bucket", "https://id:secret@h/b"])
    expect(() => loadConfig({ HUB_OBJECTS_URL: url })).toThrow(/^HUB_OBJECTS_URL((?!secret).)*$/);
  const HUB_OBJECTS_URL = "http://id:a%2Fb@127.0.0.1:9000/bucket/hubs//one/?region=eu-1";
  expect(loadConfig({ HUB_OBJECTS_URL }).objects).toEqual({
    endpoint: "http://127.0.0.1:9000",
    region: "eu-1",
    bucket: "bucket",
    prefix: "hubs/one/",
    accessKeyId: "id",
    secretAccessKey: "a/b",
  });
});

describe("an invalid value is named with the allowed ones:", () => {
  test.each([
    [{ PORT: "70000" }, 'PORT must be a whole number from 0 to 65535: it is "70000"'],
    [{ HUB_REDIS_URL: "http://:secret@redis.example" }, "HUB_REDIS_URL must be a URL such as"],
    [{ HUB_DATABASE_URL: "hub.sqlite" }, "HUB_DATABASE_URL must be a URL with a database name"],
    [{ HUB_OBJECTS_URL: "s3://bucket" }, "HUB_OBJECTS_URL must be a URL such as"],
    [{ HUB_HEALTH_CHECK_MS: "5" }, "HUB_HEALTH_CHECK_MS must be a whole number from 10 to 60000"],
    [
      { HUB_REDIS_TIMEOUT_MS: "20" },
      "HUB_REDIS_TIMEOUT_MS must be a whole number from 50 to 10000",
    ],
    [{ HUB_LIMITS_WHEN_DOWN: "wait" }, "HUB_LIMITS_WHEN_DOWN must be local or refuse"],
    [{ PORT: "http" }, 'PORT must be a whole number from 0 to 65535: it is "http"'],
    [{ HUB_SIGNUP: "verify" }, "HUB_SIGNUP=verify sends codes by mail: set HUB_SMTP_URL"],
    [{ HUB_SIGNUP: "maybe" }, 'HUB_SIGNUP must be open or verify or closed: it is "maybe"'],
    [{ HUB_SIGNUP: "clsed" }, 'it is "clsed" (the nearest is "closed")'],
    [{ HUB_DENY: "crypto:disk" }, `HUB_DENY must name ${KINDS.join(", ")} after the colon`],
    [{ HUB_DENY: "crypto:nte" }, 'it has "crypto:nte" (the nearest is "net")'],
    [
      { HUB_DENY: ":net" },
      'HUB_DENY must list plugins such as crypto or crypto:net: it has ":net"',
    ],
    [{ HUB_DENY: "a:net:kv" }, 'it has "a:net:kv"'],
    [
      { HUB_CHROME: "/nope" },
      'HUB_CHROME must be the path of an executable program: it is "/nope"',
    ],
    [{ HUB_CHROME: import.meta.dir }, "HUB_CHROME must be the path of an executable program"],
    [{ HUB_CHROME: import.meta.path }, "HUB_CHROME must be the path of an executable program"],
    [
      { HUB_BASE_URL: "hub.example.com" },
      "HUB_BASE_URL must be a URL such as https://hub.example.com",
    ],
    [{ HUB_BASE_URL: "hub.example.com:3000" }, 'it is "hub.example.com:3000"'],
    [{ HUB_BASE_URL: "ftp://hub.example" }, "HUB_BASE_URL must be a URL"],
    [{ HUB_BASE_URL: "https://hub.example/?a=b" }, "HUB_BASE_URL must be a URL"],
    [{ HUB_BASE_URL: "https://hub.example/a//b" }, "HUB_BASE_URL must be a URL"],
    [{ HUB_BASE_URL: "https://hub.example/%61" }, "HUB_BASE_URL must be a URL"],
    [
      { HUB_DNS_SERVERS: "dns.example" },
      "HUB_DNS_SERVERS must list IP addresses such as 192.0.2.1",
    ],
    [{ HUB_UPSTREAMS: "a.example" }, "HUB_UPSTREAMS must list a host and its base address"],
    [{ HUB_SECURITY_CONTACT: "security@hub.example" }, "such as mailto:security@example.com"],
    [{ HUB_SECURITY_CONTACT: "mailto:nobody" }, 'it has "mailto:nobody"'],
    [{ HUB_SECURITY_CONTACT: "http://hub.example/" }, 'it has "http://hub.example/"'],
    [{ HUB_DNS_SERVERS: "192.0.2.1:0" }, 'it has "192.0.2.1:0"'],
    [{ HUB_TIERS: "free=20" }, 'Cannot read the tier "free=20" of HUB_TIERS'],
    [{ HUB_TIERS: "free=1000001/9" }, "up to 1000000/1000000000000"],
    [{ HUB_TIERS: "free=9/1000000000001" }, 'or "unlimited" for either'],
    [{ HUB_TIERS: "free=9/9/9" }, 'Cannot read the tier "free=9/9/9"'],
    [{ HUB_TIERS: "free=Infinity/9" }, 'Cannot read the tier "free=Infinity/9"'],
  ])("%j", (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(sentence);
  });
});

test.each([
  [
    { cores: 4, gigabytes: 64 },
    { alone: 4, processes: 4, jobs: 1 },
  ],
  [
    { cores: 16, gigabytes: 4 },
    { alone: 9, processes: 8, jobs: 1 },
  ],
  [
    { cores: 4, gigabytes: 1 },
    { alone: 1, processes: 2, jobs: 1 },
  ],
  [
    { cores: 4, gigabytes: 0.25 },
    { alone: 1, processes: 1, jobs: 1 },
  ],
  [
    { cores: 100, gigabytes: 1000 },
    { alone: 64, processes: 100, jobs: 1 },
  ],
])("%j are enough for %j", ({ cores, gigabytes }, { alone, processes, jobs }) => {
  const machine = { cores, memory: gigabytes * 2 ** 30 };
  expect(loadConfig({}, machine)).toMatchObject({ processes: 1, jobs: { size: alone } });
  const all = loadConfig({ HUB_PROCESSES: "auto" }, machine);
  expect(all).toMatchObject({ processes, jobs: { size: jobs } });
});

test("HUB_PROCESSES and HUB_JOBS can exceed the number of cores", () => {
  expect(loadConfig({})).toMatchObject({ processes: 1, place: 1 });
  expect(loadConfig({ HUB_PROCESSES: "64", HUB_JOBS: "3" }).jobs.size).toBe(3);
  for (const wrong of ["0", "-1", "1.5", "many", "257"])
    expect(() => loadConfig({ HUB_PROCESSES: wrong })).toThrow(
      `HUB_PROCESSES must be auto or a whole number from 1 to 256: it is "${wrong}"`,
    );
});
