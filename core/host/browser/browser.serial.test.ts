import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Shot } from "../../contract/browser-door.ts";
import {
  createShot,
  findCommands,
  lacksBrowser,
  openBrowser,
  program,
  shareProgram,
  until,
} from "../../testing/browser-service.ts";
import { issueKeys, startProcess } from "../../testing/hub-process.ts";
import type { BrowserService } from "./browser.ts";
import { buildEnvironment } from "./program.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

/** A separate folder, because the browsers of other test files may run too. */
const folder = mkdtempSync(`${tmpdir()}/utilhub-browser-life-`);
shareProgram(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const opened: BrowserService[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((browser) => browser.close()));
});

function openOne(settings: Parameters<typeof openBrowser>[0] = {}): BrowserService {
  const service = openBrowser({ folder, ...settings });
  opened.push(service);
  return service;
}

const page = createShot({ html: "<h1>A page</h1>" });
const slow = createShot({ html: "x" }, { wait: { until: "load", delayMs: 700 } });
/** The running browsers, by the process ID of their first process. */
const browsers = (dir = folder) =>
  [...findCommands(`${dir}/profile-`)].flatMap(([pid, line]) =>
    /--type=|crashpad/.test(line) ? [] : [pid],
  );

describe.skipIf(lacksBrowser)("the browser", () => {
  test("starts with the first screenshot, completes a burst in which it or its process is killed, and leaves nothing behind", async () => {
    const one = openOne();
    expect([one.pid(), browsers()]).toEqual([undefined, []]);
    const first = await one.browser(page);
    expect(browsers()).toHaveLength(1);

    const burst = Array.from({ length: 3 }, () => one.browser(page));
    await until(() => one.stats().running > 0);
    for (const pid of browsers()) process.kill(pid, "SIGKILL");
    const pictures = await Promise.all(burst);
    for (const { bytes } of pictures) expect(bytes).toEqual(first.bytes);

    const next = Array.from({ length: 2 }, () => one.browser(page));
    await until(() => one.stats().running > 0);
    process.kill(one.pid()!, "SIGKILL");
    expect((await Promise.all(next)).map(({ width }) => width)).toEqual(next.map(() => 400));
    await until(() => browsers().length === 1);

    await one.close();
    await until(() => findCommands(`${folder}/profile-`).size === 0);
    await until(() => readdirSync(folder).every((name) => !name.startsWith("profile-")));
  });

  test("is replaced by a new browser when it uses too much memory", async () => {
    const small = openOne({ memoryMbMax: 60 });
    const shown = small.browser(page).catch(() => {});
    await until(() => browsers().length > 0);
    const [first = 0] = browsers();
    await shown;
    await until(() => !browsers().includes(first));
  });

  test("has no sandbox if the system allows none, unless the operator requires one, and is replaced after a number of screenshots", async () => {
    if (!program) throw new Error("There is no browser");
    const strict = `${folder}/strict-headless-shell`;
    const libraries = buildEnvironment(program).LD_LIBRARY_PATH ?? "";
    writeFileSync(
      strict,
      `#!/bin/sh
      case " $* " in *" --no-sandbox "*) LD_LIBRARY_PATH='${libraries}' exec '${program.path}' "$@" ;; esac
      echo 'FATAL:zygote_host_impl_linux.cc(129)] No usable sandbox!' >&2; exit 133`,
      { mode: 0o755 },
    );
    const one = openOne({ program: strict, sandbox: "auto", shotsMax: 2 });
    const picture = await one.browser(page);
    expect(picture.width).toBe(400);
    const before = browsers();
    for (let shot = 0; shot < 2; shot++) await one.browser(page);
    await until(() => browsers().length === 1);
    expect(browsers()).not.toEqual(before);

    const wanted = openOne({ program: strict, sandbox: true }).browser(page);
    await expect(wanted).rejects.toMatchObject({ code: "browser_unavailable" });
  });

  test("is busy when its queue is full, shares its pages fairly by account, and closes pages that spin or whose caller has left", async () => {
    const one = openOne({ pages: 1, queueMax: 4, memoryMbMax: 10_000 });
    const ended: string[] = [];
    const show = async (id: string, shot: Shot) => {
      await one.browser(shot, { caller: { id, address: "" } });
      ended.push(id);
    };
    const flood = [slow, page, page].map((shot) => show("flood", shot));
    expect(one.stats()).toMatchObject({ running: 1, queued: 2 });
    await expect(show("flood", page)).rejects.toMatchObject({
      code: "busy",
      status: 503,
      headers: { "retry-after": expect.any(String) },
      message: expect.stringContaining("(2)"),
    });
    await show("other", page);
    const before = browsers();
    expect(ended.filter((id) => id === "flood").length).toBeLessThanOrEqual(1);
    await Promise.all(flood);

    const abort = new AbortController();
    const left = one.browser(
      createShot({ html: "x" }, { wait: { until: "load", delayMs: 10_000 } }),
      abort,
    );
    setTimeout(() => abort.abort(), 300);
    await expect(left).rejects.toMatchObject({ code: "caller_gone" });
    const spin = createShot({ html: "<script>for (;;);</script>" }, { timeoutMs: 500 });
    await expect(one.browser(spin)).rejects.toMatchObject({ code: "capture_timeout" });
    expect((await one.browser(page)).width).toBe(400);
    // Neither the number of screenshots nor the memory use requires a new browser.
    expect(browsers()).toEqual(before);
  });

  test("does not outlive a hub that is killed", async () => {
    const data = mkdtempSync(`${tmpdir()}/utilhub-killed-`);
    const [key = ""] = await issueKeys(data, 1);
    shareProgram(`${data}/browser`);
    const env = { HUB_DATA: data, HUB_CHROME: process.env.HUB_CHROME ?? "" };
    const { child, url } = await startProcess(env);
    const answer = await fetch(`${url}/api/screenshot/capture`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ html: "<h1>A page</h1>" }),
    });
    const ran = browsers(`${data}/browser`).length;
    child.kill("SIGKILL");
    expect([answer.status, ran]).toEqual([200, 1]);
    await until(() => findCommands(`${data}/browser/profile-`).size === 0);
    await until(() => readdirSync(`${data}/browser`).every((name) => !name.startsWith("profile-")));
    rmSync(data, { recursive: true, force: true });
  });
});

test("a hub without a browser says how to get one", async () => {
  const one = openOne({ program: "/nowhere/chromium" });
  await expect(one.browser(page)).rejects.toMatchObject({
    code: "browser_unavailable",
    status: 503,
    message: expect.stringContaining("apt install chromium"),
  });
});
