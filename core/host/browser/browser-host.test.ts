import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Shot } from "../../contract/browser-door.ts";
import { callerGone } from "../../contract/errors.ts";
import { quietLog } from "../../platform/log/log.ts";
import { captureTimeout } from "./browser-errors.ts";
import { BrowserHost } from "./browser-host.ts";
import { webPorts } from "./browser-settings.ts";

const folder = mkdtempSync(`${tmpdir()}/browser-host-`);
const started: BrowserHost[] = [];
afterAll(async () => {
  for (const host of started) await host.close();
  rmSync(folder, { recursive: true, force: true });
});

// Larger than one message, so its transfer lasts until the receipts arrive. It never completes, so the other fields of
// a shot are omitted.
const shot = {
  source: { html: "", files: { "/large.bin": new Uint8Array(2 ** 20) } },
} as unknown as Shot;

test("a screenshot whose page is still being transferred fails if the browser process dies", async () => {
  const host = startHost();
  const taken = host.take(shot, undefined);
  process.kill(host.pid, "SIGKILL");
  await expect(taken).rejects.toThrow("The browser process died");
});

test("a screenshot whose page is still being transferred is cancelled when its caller leaves", async () => {
  const host = startHost();
  const abort = new AbortController();
  const taken = host.take(shot, abort.signal);
  abort.abort();
  await expect(taken).rejects.toMatchObject(callerGone());
});

test.each([
  [{}, "Cannot take the picture within 900 ms: the page is not ready"],
  [
    { bestEffort: false },
    "Cannot take the picture within 900 ms: the page is not ready, but best_effort=true captures its current state",
  ],
  [{ bestEffort: true }, "Cannot take the picture within 900 ms: the page has not responded yet"],
])("a timeout with %j recommends best_effort only if callers can set it", (more, message) => {
  const wait = { until: "auto", delayMs: 0, ...more } as const;
  expect(captureTimeout({ timeoutMs: 900, wait }).message).toBe(message);
});

function startHost(): BrowserHost {
  const settings = {
    program: undefined,
    sandbox: "auto",
    pages: 1,
    queueMax: 1,
    folder,
    hosts: {},
    nameServers: [],
    offline: true,
    ports: webPorts,
    shotsMax: 1,
    memoryMbMax: 512,
  } as const;
  const host = new BrowserHost(settings, quietLog);
  started.push(host);
  return host;
}
