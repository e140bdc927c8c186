import { expect, test } from "bun:test";
import fc from "fast-check";
import { KINDS, type Permissions } from "../../contract/doors.ts";
import {
  buildPermissions,
  intersect,
  inWords,
  lackedBy,
  listPermissionItems,
} from "./permission-items.ts";

const list = fc.uniqueArray(fc.constantFrom("a.example", "b.example", "public", "dns:*"), {
  minLength: 1,
});
const whole = fc.constant(true as const);
const permissions: fc.Arbitrary<Permissions> = fc.record(
  { net: list, env: list, run: list, read: list, data: list, kv: whole, browser: whole },
  { requiredKeys: [] },
);

test("permissions can be rebuilt from their items", () => {
  fc.assert(
    fc.property(permissions, (asked) => {
      expect(buildPermissions(listPermissionItems(asked))).toEqual(asked);
    }),
  );
});

test("the intersection is granted, and the difference is missing", () => {
  fc.assert(
    fc.property(permissions, permissions, (asked, granted) => {
      const left = intersect(asked, granted);
      expect(lackedBy(asked, listPermissionItems(left))).toEqual([]);
      expect(lackedBy(granted, listPermissionItems(left))).toEqual([]);
      const rest = lackedBy(granted, listPermissionItems(asked));
      expect(listPermissionItems(left).length + rest.length).toBe(
        listPermissionItems(asked).length,
      );
      expect(intersect(asked, asked)).toEqual(asked);
      expect(intersect(asked, {})).toEqual({});
    }),
  );
});

test("the permission for any public address isn't a host of a list", () => {
  expect(intersect({ net: "public" }, { net: ["public"] })).toEqual({ net: "public" });
  expect(intersect({ net: "public" }, { net: ["a.example"] })).toEqual({});
  expect(intersect({ net: ["a.example"] }, { net: "public" })).toEqual({});
});

test("each kind has its own wording, and names are quoted", () => {
  const said = KINDS.flatMap((kind) => [
    inWords({ kind, what: 'x"\n' }),
    inWords({ kind, what: true }),
  ]);
  // Permissions that are granted as a whole have no name.
  expect(new Set(said).size).toBe(2 * KINDS.length - 4);
  for (const words of said) expect(words).not.toContain("\n");
  expect(inWords({ kind: "run", what: "a\u009b2J\u202eb" })).toBe(
    'run the program "a\\u{9b}2J\\u{202e}b"',
  );
  expect(inWords({ kind: "net", what: "public" })).toContain("any public host");
  expect(inWords({ kind: "net", what: "dns:*" })).toBe("send DNS queries for any name");
  expect(inWords({ kind: "net", what: "dns:a.example" })).toBe('send DNS queries for "a.example"');
});
