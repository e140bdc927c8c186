import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { loadPlugin } from "../../host/load/load-plugin.ts";
import { isFullDepth, json, testHub } from "../../testing/mod.ts";
import { quietLog } from "../log/log.ts";
import { attempts, exhaustions } from "./fixtures/escapee/attempts.ts";
import { createSandbox } from "./sandbox.ts";

const { isEnforced } = createSandbox("auto");
const secret = mkdtempSync(`${tmpdir()}/utilhub-secret-`);
const hub = await testHub(`${import.meta.dir}/fixtures/escapee`, {
  jobs: { size: 1 },
  log: quietLog,
});

/** Error texts of attempts that another layer than the kernel rejects. */
const otherReasons: Record<string, RegExp> = {
  "import a system file as a module": /MODULE_NOT_FOUND/,
  "require a system file": /MODULE_NOT_FOUND/,
  "read the secret through a hard link": /^EXDEV$/,
  "open the secret with SQLite": /^SQLITE_CANTOPEN$/,
  "use the hub's open file descriptors": /nothing was left open/,
  "run a program with Bun's shell": /ShellError/,
  "run a program with the C library": /status 32512/,
  "open a WebSocket": /refused/,
  "listen on a socket file": /Failed to listen/,
  "resolve a name": /^EAI_AGAIN$/,
  "listen for an inspector": /there is no inspector/,
  "open more files than its limit": /^EMFILE$/,
  "write an endless file": /^EFBIG$/,
  "access Node's internals": /not implemented/,
};

beforeAll(() => writeFileSync(`${secret}/pepper`, "pepper"));
afterAll(async () => {
  await hub.close(0);
  rmSync(secret, { recursive: true });
});

// x86-64 only: the system call numbers are specific to it.
const isTried = isEnforced && process.arch === "x64";
/** Returns the pattern of a rejection. */
const getRefusalPattern = (what: string) => otherReasons[what] ?? /^(EACCES|EPERM|ENOSYS)$/;

describe.skipIf(!isTried)("a handler cannot", () => {
  test.each(Object.keys(attempts))("%s", async (what) => {
    const answer = await hub.post("/api/escapee/attempt", { what, secret });
    const { outcome, why } = await json(answer);
    expect(outcome).toBe("refused");
    expect(why).toMatch(getRefusalPattern(what));
    expect(readFileSync(`${secret}/pepper`, "utf8")).toBe("pepper");
    expect(readdirSync(secret)).toEqual(["pepper"]);
  });
});

test.skipIf(!isTried)(
  "neither can a plugin folder while the hub reads its declaration",
  async () => {
    const root = mkdtempSync(`${tmpdir()}/utilhub-early-`);
    try {
      mkdirSync(`${root}/secret`);
      writeFileSync(`${root}/secret/pepper`, "pepper");
      mkdirSync(`${root}/early/routes`, { recursive: true });
      const fixtures = `${import.meta.dir}/fixtures`;
      const manifest = readFileSync(`${fixtures}/early/plugin.ts`, "utf8");
      writeFileSync(`${root}/early/plugin.ts`, manifest.replace("../escapee/", "./"));
      copyFileSync(`${fixtures}/escapee/attempts.ts`, `${root}/early/attempts.ts`);
      const outside = { sandbox: createSandbox("auto"), log: quietLog };
      const { plugin } = await loadPlugin(`${root}/early`, { outside });
      const outcomes: Record<string, string> = JSON.parse(plugin.manifest.summary);
      for (const what of Object.keys(attempts)) {
        const reason = outcomes[what];
        // Outside the hub's own folder, paths that lead upwards don't exist.
        if (reason !== "ENOENT") expect(`${what}: ${reason}`).toMatch(withName(what));
      }
      expect(readFileSync(`${root}/secret/pepper`, "utf8")).toBe("pepper");
      expect(readdirSync(`${root}/secret`)).toEqual(["pepper"]);
    } finally {
      rmSync(root, { recursive: true });
    }
  },
);

function withName(what: string): RegExp {
  const { source } = getRefusalPattern(what);
  return new RegExp(source.startsWith("^") ? `: ${source.slice(1)}` : source);
}

/** Attempts that only end by their time limit. */
const endless = new Set(["time", "the channel with invalid messages"]);

describe("the hub survives a handler that uses up", () => {
  test.each(Object.keys(exhaustions))("%s", async (what) => {
    const at_most_ms = endless.has(what) && !isFullDepth ? 200 : 4000;
    const answer = await hub.post("/api/escapee/exhaust", { what, at_most_ms });
    const { code } = await json(answer);
    expect(["job_crashed", "job_memory", "job_timeout", "internal_error"]).toContain(code);
    const next = await hub.post("/api/escapee/attempt", { what: "require a system file", secret });
    expect(next.status).toBe(200);
  });
});

test("the folder of a process is removed with it", async () => {
  await hub.close(0);
  const mine = readdirSync(tmpdir()).filter((name) =>
    name.startsWith(`utilhub-scratch-${process.pid}-`),
  );
  expect(mine.filter((name) => existsSync(`${tmpdir()}/${name}`))).toEqual([]);
});
