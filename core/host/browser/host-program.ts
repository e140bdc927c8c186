// The program of the process that keeps the browser. It is started by browser-host.ts.
import { mkdirSync } from "node:fs";
import type { Shot } from "../../contract/browser-door.ts";
import { removeOrphans } from "../../lib/orphans.ts";
import { ChunkedTransfers } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { toWireError } from "../../platform/ipc/wire-error.ts";
import type { BrowserSettings } from "./browser-settings.ts";
import type { FromBrowserHost, ToBrowserHost } from "./host-messages.ts";
import { type Connect, createConnect } from "./policy.ts";
import { SharedChromium } from "./shared-chromium.ts";

// A terminal and a service manager tell all processes of the hub to stop: what runs is waited for.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

const loads = new ChunkedTransfers(send);
const running = new Map<number, AbortController>();
let chromium: SharedChromium | undefined;
/** The folder of the profiles. */
let profiles: string | undefined;
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
  // Those that browsers of killed hosts wrote while they ended.
  if (profiles) removeOrphans(profiles, "profile-");
  process.exit();
});

function send(message: FromBrowserHost): void {
  process.send?.(message);
}

function open(settings: BrowserSettings): void {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  // The profiles of hosts that were killed.
  removeOrphans(settings.folder, "profile-");
  profiles = settings.folder;
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
    // The settings, with which it is made, are the first message of all.
    const picture = await chromium!.use((one) => takePicture(one, asked, options));
    send({ kind: "picture", id, picture: await encode(picture, loads) });
  } catch (error) {
    send({ kind: "failure", id, fault: toWireError(error) });
  } finally {
    running.delete(id);
  }
}
