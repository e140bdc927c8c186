import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readRestrictions } from "../platform/store/restrictions.ts";
import {
  buildRightsRecord,
  createGuard,
  findExcess,
  fullRights,
  getRights,
  isUnrestricted,
  isWithin,
  mayCall,
  type Rights,
} from "./rights.ts";

const endpoints = [
  { service: "dev", route: "GET /api/dev/hash/:algo" },
  { service: "dev", route: "POST /api/dev/hash/:algo" },
  { service: "qr", route: "GET /api/qr/generate" },
  { service: "qr", route: "POST /api/qr/batch" },
];

const some = <Value>(...values: Value[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 }));

const secretRights: fc.Arbitrary<Rights> = fc.record({
  kind: fc.constant("secret" as const),
  services: some("dev", "qr"),
  routes: some("/api/dev/hash/{algo}", "/api/qr/generate", "/api/qr/batch"),
  methods: some("GET", "POST"),
  addresses: some("203.0.113.0/24", "203.0.113.7", "203.0.0.0/16", "2001:db8::/32"),
  referrers: some("a.example", "*.a.example", "*.example", "b.a.example"),
  perMinute: fc.option(fc.integer({ min: 1, max: 3 })),
  perDay: fc.option(fc.integer({ min: 1, max: 3 })),
  counterId: fc.option(fc.integer({ min: 1, max: 2 })),
  expiresAt: fc.option(fc.integer({ min: 1, max: 3 })),
  managesKeys: fc.boolean(),
});
const publishableRights = secretRights.map((rights) =>
  getRights({ kind: "publishable", ...buildRightsRecord({ ...rights, kind: "publishable" }) }),
);
const anyRights = fc.oneof(secretRights, publishableRights);

/** Two keys that differ in one to three rights. With independent rights, hardly any key would be within the other. */
const pairs = fc
  .tuple(
    secretRights,
    anyRights,
    fc.subarray(Object.keys(fullRights), { minLength: 1, maxLength: 3 }),
  )
  .map(([parent, other, names]) => {
    const changed = Object.entries(other).filter(([name]) => names.includes(name));
    return { parent, child: { ...parent, ...Object.fromEntries(changed) } as Rights };
  });

const uses = fc.record({
  target: fc.constantFrom(...endpoints, undefined),
  address: fc.constantFrom("203.0.113.7", "203.0.113.8", "203.0.1.1", "2001:db8::1", "192.0.2.1"),
  page: fc.constantFrom(undefined, "a.example", "b.a.example", "c.example", "a.test"),
});

type Use = typeof uses extends fc.Arbitrary<infer Value> ? Value : never;

function isAllowed(rights: Rights, { target, address, page }: Use): boolean {
  const headers = page === undefined ? {} : { referer: `https://${page}/` };
  const request = new Request("http://hub.invalid/", { headers });
  return createGuard(rights)?.({ request, target, address: () => address }) === undefined;
}

describe("rights within others", () => {
  test("allow nothing that the others forbid, have no higher limit and don't end later", () => {
    fc.assert(
      fc.property(pairs, uses, ({ child, parent }, use) => {
        fc.pre(isWithin(child, parent));
        if (isAllowed(child, use)) expect(isAllowed(parent, use)).toBeTrue();
        for (const name of ["perMinute", "perDay", "expiresAt"] as const)
          if (parent[name] !== null)
            expect(child[name] ?? Infinity).toBeLessThanOrEqual(parent[name]);
        if (parent.perMinute !== null || parent.perDay !== null)
          expect(child.counterId).toBe(parent.counterId);
        if (!parent.managesKeys) expect(child.managesKeys).toBeFalse();
      }),
      { numRuns: 1000 },
    );
  });

  test("are those of the key itself, of a narrower key, and of keys within that", () => {
    fc.assert(
      fc.property(anyRights, anyRights, anyRights, (a, b, c) => {
        expect(findExcess(a, a)).toBeUndefined();
        expect(isWithin(a, fullRights)).toBeTrue();
        if (isWithin(a, b) && isWithin(b, c)) expect(isWithin(a, c)).toBeTrue();
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["services", { services: ["dev"] }],
    ["routes", { routes: ["/api/qr/batch"] }],
    ["methods", { methods: ["GET"] }],
    ["addresses", { addresses: ["192.0.2.0/24"] }],
    ["referrers", { referrers: ["a.example"] }],
    ["perMinute", { perMinute: 5 }],
    ["perDay", { perDay: 5 }],
    ["expiresAt", { expiresAt: 5 }],
    ["managesKeys", { managesKeys: false }],
  ] as const)("aren't the full rights if %s are restricted", (name, restriction) => {
    const rights = { ...fullRights, ...restriction };
    expect(findExcess(fullRights, rights)).toBe(name);
    expect(isUnrestricted(rights)).toBeFalse();
  });

  test("share the counter of limits, so that more keys don't multiply them", () => {
    const parent = { ...fullRights, perDay: 5, counterId: 1 };
    expect(findExcess({ ...parent, counterId: 2 }, parent)).toBe("counterId");
    expect(isWithin({ ...parent, perDay: 4 }, parent)).toBeTrue();
  });

  test("include a network within a network of the same family", () => {
    const rights = (...addresses: string[]) => ({ ...fullRights, addresses });
    expect(isWithin(rights("192.0.2.7"), rights("192.0.2.0/24"))).toBeTrue();
    expect(isWithin(rights("192.0.0.0/16"), rights("192.0.2.0/24"))).toBeFalse();
    expect(isWithin(rights("::/0"), rights("0.0.0.0/0"))).toBeFalse();
  });
});

test("allow an endpoint if its service, path and method are all allowed", () => {
  fc.assert(
    fc.property(secretRights, fc.constantFrom(...endpoints), (rights, target) => {
      const [method = "", path = ""] = target.route.replace(":algo", "{algo}").split(" ");
      const { services, routes, methods } = rights;
      const isExpected =
        (services?.includes(target.service) ?? true) &&
        (routes?.includes(path) ?? true) &&
        (methods?.includes(method) ?? true);
      expect(mayCall(rights, target)).toBe(isExpected);
    }),
  );
});

test("rights survive storing and reading", () => {
  fc.assert(
    fc.property(anyRights, (rights) => {
      const { kind } = rights;
      const { restrictions, ...columns } = buildRightsRecord(rights);
      const stored = JSON.parse(JSON.stringify(restrictions));
      expect(getRights({ kind, restrictions: readRestrictions(stored, kind), ...columns })).toEqual(
        rights,
      );
    }),
  );
});

describe("a record of an earlier version", () => {
  test.each([
    [{}, { managesKeys: true }],
    [{ services: ["qr", "account"] }, { services: ["qr"], managesKeys: true }],
    [{ services: ["account"] }, { services: [], managesKeys: true }],
    [{ services: ["qr"] }, { services: ["qr"], managesKeys: false }],
    [{ perDay: 5 }, { perDay: 5, managesKeys: false }],
    [
      { services: ["account"], addresses: ["::1"] },
      { services: [], addresses: ["::1"], managesKeys: true },
    ],
  ])("%j of a secret key is read as %j", (stored, read) => {
    expect(readRestrictions(stored, "secret")).toEqual(read);
  });

  test("of a publishable key cannot manage keys", () => {
    const routes = ["/api/image/badge"];
    expect(readRestrictions({ routes }, "publishable")).toEqual({ routes, managesKeys: false });
  });
});
