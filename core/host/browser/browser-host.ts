import type { Picture, Shot } from "../../contract/browser-door.ts";
import { callerGone, isTimeout } from "../../contract/errors.ts";
import { ChunkedTransfers, isTransfer } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { fromWireError } from "../../platform/ipc/wire-error.ts";
import type { Log } from "../../platform/log/log.ts";
import { logChildOutput } from "../../platform/log/stray-output.ts";
import { BrowserGone, captureTimeout } from "./browser-errors.ts";
import type { BrowserSettings } from "./browser-settings.ts";
import type { FromBrowserHost, ToBrowserHost } from "./host-messages.ts";

/**
 * The browser process, as seen by the hub. It makes the browser end with the hub even if the hub is killed,
 * and keeps the bytes of pages out of the hub.
 */
export class BrowserHost {
  gone = false;
  readonly #child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  readonly #loads = new ChunkedTransfers((chunk) => this.#send(chunk));
  readonly #pending = new Map<number, PromiseWithResolvers<Picture>>();
  #shots = 0;

  constructor(settings: BrowserSettings, log: Log) {
    this.#child = Bun.spawn(
      [process.execPath, "--no-env-file", "--no-install", `${import.meta.dir}/host-program.ts`],
      {
        env: getEnvironment(),
        cwd: import.meta.dir,
        stdio: ["ignore", "pipe", "pipe"],
        serialization: "advanced",
        ipc: (message) => this.#receive(message),
        onExit: () => this.#onExit(),
      },
    );
    this.#child.unref();
    const output = { log, fields: () => ({ program: "browser" }) };
    for (const name of ["stdout", "stderr"] as const)
      void logChildOutput(this.#child[name], name, output);
    this.#send({ kind: "settings", settings });
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Takes a picture. Throws `BrowserGone` if the process dies. */
  async take(shot: Shot, signal: AbortSignal | undefined): Promise<Picture> {
    const id = this.#shots++;
    const pending = Promise.withResolvers<Picture>();
    this.#pending.set(id, pending);
    const onAbort = () => {
      this.#send({ kind: "abort", id });
      pending.reject(isTimeout(signal) ? captureTimeout(shot) : callerGone());
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      // Not awaited, because the caller may disconnect or the process may die before the shot is completely
      // sent.
      this.#sendShot(id, shot).catch(pending.reject);
      return await pending.promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#pending.delete(id);
    }
  }

  async #sendShot(id: number, shot: Shot): Promise<void> {
    const encoded = await encode(shot, this.#loads);
    if (this.#pending.has(id)) this.#send({ kind: "shot", id, shot: encoded });
  }

  /** Ends the process and the browser. */
  async close(): Promise<void> {
    if (this.gone) return;
    this.#child.disconnect();
    await this.#child.exited;
  }

  #receive(message: FromBrowserHost): void {
    if (isTransfer(message)) {
      this.#loads.receive(message);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (message.kind === "failure") pending?.reject(fromWireError(message.fault));
    else {
      const picture = decode(message.picture, this.#loads) as Picture;
      pending?.resolve(picture);
    }
  }

  #send(message: ToBrowserHost): void {
    try {
      if (!this.gone) this.#child.send(message);
    } catch (error) {
      // If the process has just died, onExit fails all pending pictures.
      if (this.#child.exitCode === null && this.#child.signalCode === null) throw error;
    }
  }

  #onExit(): void {
    this.gone = true;
    const failure = new BrowserGone("The browser process died");
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#loads.fail(failure);
  }
}

/** Returns the environment variables that programs need to run, without secrets of the hub. */
function getEnvironment(): Record<string, string> {
  const names = ["PATH", "TMPDIR", "LANG", "TZ", "LD_LIBRARY_PATH", "HOME"];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
