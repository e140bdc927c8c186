// The program of the browser process. It is started by browser-host.ts.
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

// Terminals and service managers signal all processes of the hub. Running captures must finish first.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

const loads = new ChunkedTransfers(send);
const running = new Map<number, AbortController>();
let chromium: SharedChromium | undefined;
/** The folder of the browser profiles. */
let profiles: string | undefined;
let connect: Connect;

process.on("message", (message: ToBrowserHost) => {
  if (message.kind === "settings") open(message.settings);
  else if (message.kind === "shot") void capture(message);
  else if (message.kind === "abort") running.get(message.id)?.abort();
  else loads.receive(message);
});
// The hub has ended or was killed. The browser must end, too.
process.on("disconnect", () => {
  chromium?.close();
  // Removes profiles that browsers of killed processes wrote while they ended.
  if (profiles) removeOrphans(profiles, "profile-");
  process.exit();
});

function send(message: FromBrowserHost): void {
  process.send?.(message);
}

function open(settings: BrowserSettings): void {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  // Removes the profiles of killed processes.
  removeOrphans(settings.folder, "profile-");
  profiles = settings.folder;
  chromium = new SharedChromium(settings);
  connect = createConnect(settings);
}

async function capture({ id, shot }: Extract<ToBrowserHost, { kind: "shot" }>): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const { takePicture } = await import("./take-picture.ts");
    const decoded = decode(shot, loads) as Shot;
    const options = { connect, signal: abort.signal };
    // The settings are the first message, so it exists.
    const picture = await chromium!.use((one) => takePicture(one, decoded, options));
    send({ kind: "picture", id, picture: await encode(picture, loads) });
  } catch (error) {
    send({ kind: "failure", id, fault: toWireError(error) });
  } finally {
    running.delete(id);
  }
}
