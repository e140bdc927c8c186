import { expect, test } from "bun:test";
import fc from "fast-check";
import { listPermissionItems } from "../doors/permission-items.ts";
import { flagsFor, readConsent } from "./consent.ts";

const asked = listPermissionItems({
  net: ["a.example", "b.example:8443", "public"],
  env: ["HOME"],
  run: ["qpdf"],
  kv: true,
});

function allowed(...args: string[]): string[] {
  const { consent } = readConsent(args);
  return asked.filter(consent.allows).map(({ kind, what }) => (what === true ? kind : what));
}

test("flags allow what they name, except for denied permissions", () => {
  expect(allowed()).toEqual([]);
  expect(allowed("--allow-net=a.example,public", "--allow-kv")).toEqual([
    "a.example",
    "public",
    "kv",
  ]);
  expect(allowed("--allow-net=a.example", "--allow-net=public")).toEqual(["a.example", "public"]);
  expect(allowed("--allow-net", "--allow-net=a.example", "--deny-net=public")).toEqual([
    "a.example",
    "b.example:8443",
  ]);
  expect(allowed("--allow-all", "--deny-net")).toEqual(["HOME", "qpdf", "kv"]);
  expect(allowed("--allow-all", "--deny-all")).toEqual([]);
  expect(allowed("--allow-net=", "--allow-env=home", "--allow-kv=false")).toEqual([]);
});

test("other arguments are left, and an unknown kind is named in the error", () => {
  const { rest } = readConsent(["add", "--name", "x", "--allow-kv", "./allow-net"]);
  expect(rest).toEqual(["add", "--name", "x", "./allow-net"]);
  expect(() => readConsent(["--allow-disk"])).toThrow(
    'Unknown permission "disk": the permissions are net, env',
  );
});

test("the suggested flags allow exactly their permissions", () => {
  const name = fc.stringMatching(/^[\w.:-]{1,20}$/);
  const { constant } = fc;
  fc.assert(
    fc.property(
      fc.record({
        net: fc.uniqueArray(name),
        env: fc.uniqueArray(name),
        kv: constant(true as const),
      }),
      (permissions) => {
        const items = listPermissionItems(permissions);
        const { consent } = readConsent(flagsFor(items));
        expect(items.every(consent.allows)).toBe(true);
        expect(consent.allows({ kind: "run", what: "x" })).toBe(false);
        expect(consent.allows({ kind: "net", what: "not asked for" })).toBe(false);
      },
    ),
  );
});

test("each suggested flag is one shell word, for any names in a manifest", async () => {
  const sly = ["x; touch y", "'$(id)'", "`id`\n", "a b\u001b[2J", "-x", "|", "~", "*"];
  const flags = sly.flatMap((what) => flagsFor([{ kind: "run", what }]));
  const script = `for word in ${flags.join(" ")}; do printf '%s\\n' "$word"; done`;
  const shell = Bun.spawn(["sh", "-c", script], { stdout: "pipe", stderr: "pipe" });
  expect(await shell.stdout.text()).toBe(
    sly.map((what) => `--allow-run=${what.replace("\n", " ").replace("\u001b", "")}\n`).join(""),
  );
  expect(await shell.stderr.text()).toBe("");
});
