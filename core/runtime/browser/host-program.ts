// The program of the process that keeps the browser. It is started by keeper-process.ts.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Shot } from "../../contract/browser-door.ts";
import { ChunkedTransfers } from "../ipc/chunks.ts";
import { decode, encode } from "../ipc/codec.ts";
import { toWireError } from "../ipc/wire-error.ts";
import type { BrowserSettings } from "./browser-settings.ts";
import type { FromBrowserHost, ToBrowserHost } from "./host-messages.ts";
import { type Connect, createConnect } from "./policy.ts";
import { SharedChromium } from "./shared-chromium.ts";

// A terminal and a service manager tell all processes of the hub to stop: what runs is waited for.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

const loads = new ChunkedTransfers(send);
const running = new Map<number, AbortController>();
let chromium: SharedChromium | undefined;
let connect: Connect;

process.on("message", (message: ToBrowserHost) => {
  if (message.kind === "settings") open(message.settings);
  else if (message.kind === "shot") void take(message);
  else if (message.kind === "abort") running.get(message.id)?.abort();
  else loads.receive(message);
});
// The hub is gone, by whatever death: nothing of the browser may outlive it.
process.on("disconnect", () => {
  chromium?.close();
  process.exit();
});

function send(message: FromBrowserHost): void {
  process.send?.(message);
}

function open(settings: BrowserSettings): void {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  removeLeftovers(settings.folder);
  chromium = new SharedChromium(settings);
  connect = createConnect(settings);
}

async function take({ id, shot }: Extract<ToBrowserHost, { kind: "shot" }>): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const { takePicture } = await import("./take-picture.ts");
    const asked = decode(shot, loads) as Shot;
    const options = { connect, signal: abort.signal };
    const picture = await chromium!.use((one) => takePicture(one, asked, options));
    send({ kind: "picture", id, picture: await encode(picture, loads) });
  } catch (error) {
    send({ kind: "failure", id, fault: toWireError(error) });
  } finally {
    running.delete(id);
  }
}

/** The profiles of keepers that were killed. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^profile-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
