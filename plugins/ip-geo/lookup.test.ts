import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);
const fetchLookup = (rest: string, headers = {}) => hub.get(`/api/ip-geo/lookup/${rest}`, headers);

test("lookup returns the location, network and local time of an address", async () => {
  expect(await json(await fetchLookup("81.2.69.142"))).toMatchObject({
    success: true,
    ip: "81.2.69.142",
    ip_version: 4,
    country_code: "GB",
    city: "London",
    accuracy: { level: null, radius_km: null },
    timezone: "Europe/London",
    local_time: "2026-01-02T03:04:05+00:00",
    currency: "GBP",
    asn: 20712,
    isp: "Andrews & Arnold Ltd",
    network: "81.2.69.0/24",
  });
});

test("lookup accepts IPv6, and returns the canonical notation", async () => {
  const found = await json(await fetchLookup("2A00:1450:4001:0810::200E"));
  expect(found).toMatchObject({ ip: "2a00:1450:4001:810::200e", ip_version: 6, asn: 15169 });
});

test.each(["0177.0.0.1", "2130706433", "1.2.3", "fe80::1%25eth0", "64.233.160.1%20"])(
  "lookup fails with 400 for %s",
  async (text) => {
    const answer = await fetchLookup(text);
    expect(answer.status).toBe(400);
    expect(await json(answer)).toMatchObject({
      code: "invalid_ip",
      errors: [{ location: "path.ip" }],
    });
  },
);

test("lookup doesn't query databases for a bogon", async () => {
  expect(await json(await fetchLookup("192.168.1.1"))).toMatchObject({
    is_bogon: true,
    bogon_type: "private",
    country: null,
    asn: null,
    is_proxy: null,
    sources: [],
  });
});

test("lookup evaluates the embedded address", async () => {
  const fields = "?fields=embedded_ipv4,is_bogon,country_code";
  expect(await json(await fetchLookup(`2002:40e9:a001::1${fields}`))).toEqual({
    success: true,
    embedded_ipv4: "64.233.160.1",
    is_bogon: false,
    country_code: "US",
  });
  expect(await json(await fetchLookup(`::ffff:10.0.0.1${fields}`))).toMatchObject({
    is_bogon: true,
  });
});

test("lookup names its data sources with licence and attribution", async () => {
  const { sources, data_as_of } = await json(await fetchLookup("64.233.160.1"));
  expect(sources[0]).toEqual({
    name: "DB-IP City Lite",
    kind: "city",
    build_date: "2026-06-05",
    licence: "CC-BY-4.0",
    attribution_url: "https://db-ip.com",
    attribution: "IP Geolocation by DB-IP",
  });
  expect(data_as_of).toBe("2026-06-05");
});

test("lookup reports old data", async () => {
  const late = await testHub(import.meta.dir, { clock: () => Date.UTC(2026, 8, 4) });
  const stale = async (hub: typeof late) =>
    (await json(await hub.get("/api/ip-geo/lookup/64.233.160.1?fields=stale"))).stale;
  expect(await stale(hub)).toBe(false);
  expect(await stale(late)).toBe(true);
});

test("an anycast address has no country, because it is at many places", async () => {
  const fields = "is_anycast,is_hosting,country_code,city,latitude,timezone,is_eu,accuracy,asn";
  expect(await json(await fetchLookup(`8.8.8.8?fields=${fields}`))).toEqual({
    ...{ success: true, is_anycast: true, is_hosting: true, asn: 15169 },
    ...{ country_code: null, city: null, latitude: null, timezone: null, is_eu: null },
    accuracy: { level: null, radius_km: null },
  });
});

test("lookup reports anycast by address block, not by AS", async () => {
  const anycast = async (ip: string) =>
    json(await fetchLookup(`${ip}?fields=asn,is_anycast,accuracy`));
  expect(await anycast("2606:4700:4700::1111")).toMatchObject({ asn: 13335, is_anycast: true });
  // Google's mail servers are in the same AS as its public resolver.
  expect(await anycast("142.250.102.27")).toMatchObject({ asn: 15169, is_anycast: null });
});

test("lookup returns another language if possible, and reports if not", async () => {
  const found = await json(await fetchLookup("81.2.69.142?lang=fr"));
  expect(found).toMatchObject({ country: "Royaume-Uni", city: "London", city_language: "en" });
});

test("lookup returns the distance to a position and to another address", async () => {
  const fields = "fields=distance_km,bearing_deg";
  const found = await json(await fetchLookup(`81.2.69.142?${fields}&distance_to=52.5,13.4`));
  expect(found).toEqual({ success: true, distance_km: 928.5, bearing_deg: 77.9 });
  const nowhere = await json(await fetchLookup(`81.2.69.142?${fields}&distance_to=10.0.0.1`));
  expect(nowhere).toEqual({ success: true, distance_km: null, bearing_deg: null });
  expect((await fetchLookup("64.233.160.1?distance_to=there")).status).toBe(400);
});

test("lookup rejects an unknown field", async () => {
  expect((await fetchLookup("64.233.160.1?fields=ip,colour")).status).toBe(400);
});

test("lookup fails with 503 if the operator's database is missing", async () => {
  const own = await testHub(import.meta.dir, { env: { HUB_GEOIP_DIR: "/nowhere" } });
  const answer = await own.get("/api/ip-geo/lookup/64.233.160.1");
  expect(answer.status).toBe(503);
  expect(await json(answer)).toMatchObject({ code: "dataset_unavailable" });
});

test("me returns the caller's address, without caching", async () => {
  const answer = await hub.get("/api/ip-geo/me", { "x-forwarded-for": "81.2.69.142" });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await json(answer)).toMatchObject({ ip: "81.2.69.142", country_code: "GB" });
});

test.each(["2d00::1", "2420::1", "3000::1", "2001:1000::1", "2a00:ffff::1", "102.192.0.1"])(
  "lookup has no location for %s, which isn't assigned",
  async (ip) => {
    expect(await json(await fetchLookup(ip))).toMatchObject({
      country: null,
      country_code: null,
      city: null,
      latitude: null,
      timezone: null,
      network: null,
      asn: null,
      accuracy: { level: "none" },
    });
  },
);

test("lookup isn't cached with a local time, and otherwise for a minute", async () => {
  const { headers } = await fetchLookup("64.233.160.1");
  expect(headers.get("cache-control")).toBe("private, no-cache");
  const same = await fetchLookup("64.233.160.1", { "if-none-match": headers.get("etag")! });
  expect([same.status, same.headers.get("etag")]).toEqual([304, headers.get("etag")]);
  const short = await fetchLookup("64.233.160.1?fields=country_code");
  expect(short.headers.get("cache-control")).toBe("private, max-age=60");
});

const table = "fields=ip,utc_offset,accuracy,languages,longitude,region_code,hostname";

test("lookup returns a CSV row to clients that accept it", async () => {
  const answer = await fetchLookup(`64.233.160.1?${table}`, { accept: "text/csv" });
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("vary")).toContain("Accept");
  expect(await answer.text()).toBe(
    "ip,utc_offset,accuracy_level,accuracy_radius_km,languages,longitude,region_code\r\n64.233.160.1,-08:00,,,en,-122.085,\r\n",
  );
});

test("lookup and me return a line of JSON to clients that accept it", async () => {
  const headers = { accept: "application/x-ndjson", "x-forwarded-for": "64.233.160.1" };
  for (const answer of [
    await fetchLookup("64.233.160.1?fields=ip,country_code", headers),
    await hub.get("/api/ip-geo/me?fields=ip,country_code", headers),
  ]) {
    expect(answer.headers.get("content-type")).toContain("application/x-ndjson");
    expect(await answer.text()).toBe('{"ip":"64.233.160.1","country_code":"US"}\n');
  }
});

test("me returns the bare address as text", async () => {
  const headers = { "x-forwarded-for": "2001:4860:4860:0::8888", accept: "text/plain" };
  const answer = await hub.get("/api/ip-geo/me", headers);
  expect(await answer.text()).toBe("2001:4860:4860::8888");
});

const batch = (body: unknown) => hub.post("/api/ip-geo/batch", body);

test("batch returns results in the order of the addresses, with errors in position", async () => {
  const { count, results } = await json(
    await batch({ ips: ["64.233.160.1", "1.2.3", "64.233.160.1"], fields: ["ip"] }),
  );
  expect(count).toBe(3);
  expect(results[1]).toMatchObject({ ip: "1.2.3", error: { code: "invalid_ip" } });
  expect([results[0], results[2]]).toEqual([{ ip: "64.233.160.1" }, { ip: "64.233.160.1" }]);
});

test("batch writes one result per line", async () => {
  const answer = await batch({ ips: ["64.233.160.1", "::1"], fields: ["ip"], format: "ndjson" });
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
  expect(await answer.text()).toBe('{"ip":"64.233.160.1"}\n{"ip":"::1"}\n');
});

test.each([
  ["a format", { format: "csv" }, {}],
  ["an Accept", {}, { accept: "text/csv" }],
])("batch writes a table for %s, with errors in separate columns", async (_, more, headers) => {
  const body = { ips: ["64.233.160.1", "1.2"], fields: ["ip", "country_code"], ...more };
  const answer = await hub.post("/api/ip-geo/batch", body, headers);
  expect(answer.headers.get("content-type")).toStartWith("text/csv");
  const [head, found, fault] = (await answer.text()).split("\r\n");
  expect(head).toBe("ip,country_code,error_code,error_detail");
  expect(found).toBe("64.233.160.1,US,,");
  expect(fault).toStartWith("1.2,,invalid_ip,");
});

test("batch fails with 422 for too many addresses, and 400 for none", async () => {
  const answer = await batch({ ips: new Array(101).fill("64.233.160.1") });
  expect(answer.status).toBe(422);
  expect(await json(answer)).toMatchObject({ code: "batch_too_large" });
  expect((await batch({ ips: [] })).status).toBe(400);
});

test.if(process.platform === "linux")(
  "lookup maps the databases instead of reading them",
  async () => {
    for (const ip of ["64.233.160.1", "2001:4860:4860::8888"]) await fetchLookup(ip);
    const maps = readFileSync("/proc/self/maps", "utf8");
    const files = ["city-ipv4.mmdb", "city-ipv6.mmdb", "asn-country.mmdb", "systems-"];
    expect(files.filter((file) => !maps.includes(file))).toEqual([]);
  },
);
