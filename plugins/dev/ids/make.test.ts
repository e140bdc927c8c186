import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { inspectId } from "./inspect.ts";
import { makeIds } from "./make.ts";
import { types, versions } from "./request.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const now = "2026-01-02T03:04:05";

async function uuid(query: string) {
  return json(await hub.get(`/api/dev/uuid?${query}`));
}

describe("uuid", () => {
  test("returns one version 4 UUID by default", async () => {
    const { uuid: id, ...rest } = await uuid("");
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(rest).toEqual({ success: true, uuids: [id], type: "uuid", version: "4", count: 1 });
  });

  // RFC 9562, appendix A.2 and A.4, and Python's uuid module for the other namespaces.
  test.each([
    ["3", "dns", "www.example.com", "5df41881-3aed-3515-88a7-2f4a814cf09e"],
    ["5", "dns", "www.example.com", "2ed6657d-e927-568b-95e1-2665a8aea6a2"],
    ["5", "url", "https://é.example/", "7cca4bb8-def5-5c98-8f72-fdff969bf268"],
    ["3", "oid", "1.3.6.1", "dd1a1cef-13d5-368a-ad82-eca71acd4cd1"],
    ["5", "x500", "cn=a", "5c1fcbd6-0ab9-5b0d-9d61-5bcbb36ee6d0"],
    ["5", "00000000-0000-0000-0000-000000000000", "", "e129f27c-5103-5c5c-844b-cdf0a15e160d"],
    // Appendix B.2, and Python's hashlib.
    ["8", "dns", "www.example.com", "5c146b14-3c52-8afd-938a-375d0df1fbf6"],
    ["8", "url", "https://example.com/", "a7459728-b925-8c1c-a2ce-2a533762d110"],
    ["8", "oid", "1.3.6.1", "e1b4fc00-f0de-847d-9f34-ae63d2eb3238"],
    ["8", "x500", "cn=a", "581e1556-055e-83dc-9a12-6b376c2cc6fc"],
    ["8", "dns", "münchen.de", "db1fb892-3aa5-861a-9ff0-4968f7e2352d"],
  ])("makes version %s of %s and %j", async (version, namespace, name, expected) => {
    const query = new URLSearchParams({ version, namespace, name });
    expect((await uuid(`${query}`)).uuid).toBe(expected);
  });

  // RFC 9562, appendix B.1, and the limits of the bits.
  test.each([
    ["2489E9AD2EE20E000EC932D5F69181C0", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"],
    ["00000000-0000-0000-0000-000000000000", "00000000-0000-8000-8000-000000000000"],
    ["f".repeat(32), "ffffffff-ffff-8fff-bfff-ffffffffffff"],
  ])("makes version 8 of the data %s", async (data, expected) => {
    expect((await uuid(`version=8&data=${data}`)).uuid).toBe(expected);
  });

  test.each(["1", "6", "7"])("makes version %s from the clock", async (version) => {
    const { uuid: id } = await uuid(`version=${version}`);
    const found = inspectId(id, { epoch_ms: 0 });
    expect(found).toMatchObject({ version, variant: "rfc9562" });
    expect(found.timestamp).toStartWith(`${now}.000`);
  });

  test("marks random nodes as not being a MAC address", async () => {
    const { node } = inspectId((await uuid("version=1")).uuid, { epoch_ms: 0 });
    expect(Number.parseInt(node!.slice(0, 2), 16) & 1).toBe(1);
  });

  test("makes the nil and max UUIDs", async () => {
    expect((await uuid("version=nil")).uuid).toBe("00000000-0000-0000-0000-000000000000");
    expect((await uuid("version=max&uppercase=true")).uuid).toBe(
      "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
    );
  });

  test.each([
    ["hex", "2ed6657de927568b95e12665a8aea6a2"],
    ["urn", "urn:uuid:2ed6657d-e927-568b-95e1-2665a8aea6a2"],
    ["braced", "{2ed6657d-e927-568b-95e1-2665a8aea6a2}"],
    ["base64", "LtZlfeknVouV4SZlqK6mog=="],
  ])("writes %s", async (format, expected) => {
    const query = `version=5&namespace=dns&name=www.example.com&format=${format}`;
    expect((await uuid(query)).uuid).toBe(expected);
  });

  test("writes a lower-case URN prefix with upper-case digits on request", async () => {
    expect((await uuid("version=max&format=urn&uppercase=true")).uuid).toStartWith("urn:uuid:FFFF");
  });

  test.each([
    ["ulid", /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
    ["nanoid", /^[\w-]{21}$/],
    ["objectid", /^[0-9a-f]{24}$/],
    ["ksuid", /^[0-9A-Za-z]{27}$/],
  ])("makes a %s", async (type, shape) => {
    const answer = await uuid(`type=${type}`);
    expect(answer).toMatchObject({ type, version: null, count: 1 });
    expect(answer.uuid).toMatch(shape);
    const found = inspectId(answer.uuid, { epoch_ms: 0 });
    expect(found.type).toBe(type);
    expect(found.timestamp?.slice(0, 19) ?? now).toBe(now);
  });

  test("returns one id per line to clients that accept text, without caching", async () => {
    const res = await hub.get("/api/dev/uuid?count=3", { accept: "text/plain" });
    expect((await res.text()).split("\n")).toHaveLength(3);
    expect(res.headers.get("cache-control")).toBe("no-store");
  });

  test("needs no key under /try", async () => {
    const res = await hub.fetch(new Request("http://localhost/try/uuid"));
    expect(await json(res)).toMatchObject({ version: "4", count: 1 });
  });

  test.each([
    ["version=5&namespace=dns", "query.name is missing: version 5 needs a namespace and a name"],
    ["version=3&name=a", "query.namespace is missing: version 3 needs a namespace and a name"],
    ["name=a", "query.name requires version 3, 5 or 8 of the type uuid"],
    ["type=ulid&format=hex", "query.format requires the type uuid: the type is ulid"],
    ["type=ksuid&uppercase=true", "query.uppercase would change the id: it is case-sensitive"],
    ["format=base64&uppercase=1", "query.uppercase would change the id: it is case-sensitive"],
    [
      "version=5&namespace=dsn&name=a",
      'query.namespace must be dns, url, oid, x500 or a UUID: it is "dsn"',
    ],
    ["count=1001", "query.count must be a whole number from 1 to 1000: it is 1001"],
  ])("rejects %s", async (query, detail) => {
    const res = await hub.get(`/api/dev/uuid?${query}`);
    expect(res.status).toBe(400);
    expect((await json(res)).detail).toBe(detail);
  });
});

describe("a thousand ids of the same millisecond are all different:", () => {
  let state = 1;
  const dice = {
    clock: () => Date.UTC(2026, 0, 2),
    random: {
      bytes: (length: number) =>
        Uint8Array.from({ length }, () => {
          state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
          return state >>> 16;
        }),
    },
  };
  const usual = { count: 1000, format: "standard", uppercase: false } as const;
  const many = [
    ...types.slice(1).map((type) => ({ type, version: "4" as const })),
    ...versions
      .slice(0, 6)
      .flatMap((version) =>
        version === "3" || version === "5" ? [] : [{ type: "uuid" as const, version }],
      ),
  ];

  test.each(many)("%j", (kind) => {
    const { uuids } = makeIds({ ...usual, ...kind }, dice);
    expect(new Set(uuids).size).toBe(1000);
    const sorted =
      kind.type === "uuid" ? ["6", "7"].includes(kind.version) : kind.type !== "nanoid";
    if (sorted) expect(uuids.toSorted()).toEqual(uuids);
    for (const id of uuids) expect(inspectId(id, { epoch_ms: 0 }).type).toBe(kind.type);
  });

  test("also if the random numbers are the highest possible", () => {
    const highest = {
      ...dice,
      random: { bytes: (length: number) => new Uint8Array(length).fill(255) },
    };
    for (const kind of many.filter(
      ({ version, type }) => type !== "nanoid" && (type !== "uuid" || version !== "4"),
    )) {
      const { uuids } = makeIds({ ...usual, ...kind }, highest);
      expect(new Set(uuids).size).toBe(1000);
      expect(uuids.every((id) => id.length === uuids[0]!.length)).toBe(true);
    }
  });
});
