import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { runHub } from "../core/testing/running-hub.ts";

const program = `${import.meta.dir}/utilhub.mjs`;
const folder = mkdtempSync(`${tmpdir()}/utilhub-command-line-`);
const config = `${folder}/config/utilhub/config.json`;
let hub: Awaited<ReturnType<typeof runHub>>;
let key = "";

beforeAll(async () => {
  hub = await runHub({ HUB_TIERS: "free=1000/1000" });
  key = await hub.key();
  // Placed in PATH, so that a shell finds it.
  await Bun.write(
    `${folder}/bin/utilhub`,
    `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
  );
  chmodSync(`${folder}/bin/utilhub`, 0o755);
});
afterAll(async () => {
  await hub.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface RunOptions {
  env?: Record<string, string>;
  input?: string | Uint8Array<ArrayBuffer>;
}

async function run(command: string[], { env, input }: RunOptions = {}) {
  const child = Bun.spawn(command, {
    cwd: folder,
    env: {
      PATH: `${folder}/bin:${process.env.PATH}`,
      XDG_CONFIG_HOME: `${folder}/config`,
      XDG_CACHE_HOME: `${folder}/cache`,
      UTILHUB_URL: hub.url,
      ...env,
    },
    stdin: input === undefined ? "ignore" : new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [bytes, said] = await Promise.all([child.stdout.bytes(), child.stderr.text()]);
  return { code: await child.exited, bytes, out: new TextDecoder().decode(bytes), said };
}

const utilhub = (args: string[], { env, input }: RunOptions = {}) =>
  run([`${folder}/bin/utilhub`, ...args], {
    ...(input !== undefined && { input }),
    env: { UTILHUB_KEY: key, ...env },
  });

test("a service is called with its sample's endpoint, and its bytes go to the shell's output", async () => {
  const { code, bytes, said } = await utilhub(["qr", "hello", "--size", "200"]);
  expect([code, said]).toEqual([0, ""]);
  expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe("PNG");
});

test("positional values fill the path, then required fields", async () => {
  const { out } = await utilhub(["dev", "hash", "sha256", "--text", "abc"]);
  expect(JSON.parse(out).hash).toStartWith("ba7816bf");
  const both = await utilhub([
    "dev",
    "hash",
    "--text",
    "abc",
    "--algorithms",
    "md5",
    "--algorithms",
    "sha1",
  ]);
  expect(Object.keys(JSON.parse(both.out).hashes)).toEqual(["md5", "sha1"]);
});

test("files are sent by path, from the standard input, and with other values", async () => {
  const made = await utilhub(["qr", "hello", "-o", "code.png"]);
  expect([made.code, made.out]).toEqual([0, ""]);
  const read = async (args: string[], input?: Uint8Array<ArrayBuffer>) =>
    JSON.parse((await utilhub(["qr", "decode", ...args], input ? { input } : {})).out).codes[0]
      .text;
  expect(await read(["--file", "@code.png"])).toBe("hello");
  expect(await read(["--file", "code.png", "--try-harder"])).toBe("hello");
  expect(await read(["-"], new Uint8Array(readFileSync(`${folder}/code.png`)))).toBe("hello");
});

test("a value can come from the standard input, without its final line break", async () => {
  const { out } = await utilhub(["dev", "hash", "sha256", "--text", "-"], { input: "abc\n" });
  expect(JSON.parse(out).hash).toStartWith("ba7816bf");
});

test.each([
  ["a rejection by the hub", ["qr", "x", "--size", "5"], 1, "query.size must be"],
  ["an unknown service", ["nonsense"], 2, 'Unknown service "nonsense"'],
  ["a missing value", ["qr"], 2, "requires data"],
  ["an unknown name", ["qr", "x", "--nonsense", "1"], 2, "--nonsense"],
  ["too many values", ["qr", "x", "y"], 2, '"y"'],
  ["a missing file", ["qr", "decode", "@no.png"], 2, '"no.png"'],
  ["an unknown shell", ["completion", "csh"], 2, '"csh"'],
] as const)("an error is one line: %s", async (_, args, expected, words) => {
  const { code, out, said } = await utilhub([...args]);
  expect([code, out]).toEqual([expected, ""]);
  expect(said.trim().split("\n")).toHaveLength(1);
  expect(said).toContain(words);
});

test("an unreachable hub has another exit code than a rejection", async () => {
  const { code, said } = await utilhub(["qr", "x"], {
    env: { UTILHUB_URL: "http://127.0.0.1:23" },
  });
  expect(code).toBe(3);
  expect(said).toContain("Cannot reach http://127.0.0.1:23");
});

test("help lists the services, and for a service its endpoints and inputs", async () => {
  expect((await utilhub(["--help"])).out).toContain("Services: ai, crypto");
  const { code, out } = await utilhub(["qr", "--help"]);
  expect(code).toBe(0);
  expect(out).toContain("utilhub qr generate DATA");
  expect(out).toContain("standard|rounded|extra-rounded");
});

test("a key is saved for its hub and its owner only, and sent to no other hub", async () => {
  const without = await utilhub(["dev", "uuid"], { env: { UTILHUB_KEY: "" } });
  expect([without.code, without.said]).toEqual([1, expect.stringContaining("missing_api_key")]);
  const refused = await utilhub(["login"], { env: { UTILHUB_KEY: "" }, input: "hub_wrong\n" });
  expect([refused.code, existsSync(config)]).toEqual([1, false]);
  const kept = await utilhub(["login"], { env: { UTILHUB_KEY: "" }, input: `${key}\n` });
  expect([kept.code, kept.out]).toEqual([0, ""]);
  expect(statSync(config).mode & 0o777).toBe(0o600);
  expect((await utilhub(["dev", "uuid"], { env: { UTILHUB_KEY: "" } })).code).toBe(0);
  const seen: (string | null)[] = [];
  const other = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ headers }) {
      seen.push(headers.get("x-api-key"));
      return Response.json({ paths: { "/api/dev/uuid": { get: { summary: "Make one" } } } });
    },
  });
  await utilhub(["dev", "uuid"], { env: { UTILHUB_KEY: "", UTILHUB_URL: other.url.origin } });
  await other.stop(true);
  expect(seen).toEqual([null, null]);
});

test.skipIf(!Bun.which("bash"))(
  "bash completes services, endpoints, names and values",
  async () => {
    const complete = async (...words: string[]) => {
      const script = [
        `eval "$(utilhub completion bash)"`,
        "complete -p utilhub >/dev/null || exit 9",
        `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _utilhub; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ].join("\n");
      return (await run(["bash", "-c", script, "bash", "utilhub", ...words])).out
        .trim()
        .split("\n");
    };
    expect(await complete("q")).toEqual(["qr"]);
    expect(await complete("qr", "gen")).toEqual(["generate"]);
    expect(await complete("qr", "generate", "--siz")).toEqual(["--size"]);
    expect(await complete("qr", "generate", "--style", "do")).toEqual(["dots"]);
  },
);

// Outputs and exit statuses of jq 1.8.
test.each<[string[], string, string, number]>([
  [["."], '{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}\n', 0],
  [["-c", "."], '{"a": 1}\n[12345678901234567890]', '{"a":1}\n[12345678901234567890]\n', 0],
  [["-rc", ".a"], '{"a":"x\\ty"}', "x\ty\n", 0],
  [["-s", "-c", "map(.+1)"], "1 2", "[2,3]\n", 0],
  [["-n", "[inputs]", "-c"], "1 2", "[1,2]\n", 0],
  [["-R", "."], "a b\n", '"a b"\n', 0],
  [["--arg", "n", "Ada", "--argjson", "v", "[1]", "-nc", "[$n,$v]"], "", '["Ada",[1]]\n', 0],
  [["-e", ".a"], '{"a":false}', "false\n", 1],
  [["-e", "empty"], "1", "", 4],
  [[".[]|tonumber"], '["1","x"]', "1\n", 5],
  [[".a["], "{}", "", 3],
  [["."], "{", "", 5],
])("jq %j on %j prints and ends as the command", async (args, input, out, code) => {
  const result = await utilhub(["jq", ...args], { input });
  expect([result.out, result.code]).toEqual([out, code]);
  expect(result.said === "").toBe(![2, 3, 5].includes(code));
});

test("jq reads files, a filter in a file, and names an option that it doesn't have", async () => {
  await Bun.write(`${folder}/one.json`, "[1]");
  await Bun.write(`${folder}/f.jq`, ".[]");
  const { out } = await utilhub(["jq", "-f", "f.jq", "one.json", "one.json"]);
  expect(out).toBe("1\n1\n");
  const wrong = await utilhub(["jq", "--seq", "."], { input: "1" });
  expect([wrong.code, wrong.out]).toEqual([2, ""]);
  expect(wrong.said).toContain("--seq");
});

test("search lists the commands for a task", async () => {
  const found = await utilhub(["search", "jwt", "debugger"]);
  expect([found.code, found.out.split("\n")[0]]).toEqual([0, "utilhub dev jwt decode"]);
  const none = await utilhub(["search", "zzyzx"]);
  expect([none.code, none.said]).toEqual([1, expect.stringContaining('for "zzyzx"')]);
});
