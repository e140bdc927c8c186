import type { Picture, Shot } from "../../contract/browser-door.ts";
import { callerGone, isTimeout } from "../../contract/errors.ts";
import { ChunkedTransfers } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { fromWireError } from "../../platform/ipc/wire-error.ts";
import type { Log } from "../../platform/log/log.ts";
import { logOutputOf } from "../../platform/log/stray-output.ts";
import { BrowserGone, captureTimeout } from "./browser-errors.ts";
import type { BrowserSettings } from "./browser-settings.ts";
import type { FromBrowserHost, ToBrowserHost } from "./host-messages.ts";

/**
 * The process that keeps the browser, as the hub sees it. It stands between them so that the browser
 * ends with the hub even where that is killed, and so that no page's bytes go through the hub.
 */
export class BrowserHost {
  gone = false;
  readonly #child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  readonly #loads = new ChunkedTransfers((chunk) => this.#send(chunk));
  readonly #waiting = new Map<number, PromiseWithResolvers<Picture>>();
  #shots = 0;

  constructor(settings: BrowserSettings, log: Log) {
    this.#child = Bun.spawn(
      [process.execPath, "--no-env-file", "--no-install", `${import.meta.dir}/host-program.ts`],
      {
        env: environment(),
        cwd: import.meta.dir,
        stdio: ["ignore", "pipe", "pipe"],
        serialization: "advanced",
        ipc: (message) => this.#receive(message),
        onExit: () => this.#end(),
      },
    );
    this.#child.unref();
    const prints = { log, fields: () => ({ program: "browser" }) };
    for (const name of ["stdout", "stderr"] as const)
      void logOutputOf(this.#child[name], name, prints);
    this.#send({ kind: "settings", settings });
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Takes a picture. Throws `BrowserGone` if the process dies of it. */
  async take(shot: Shot, signal: AbortSignal | undefined): Promise<Picture> {
    const id = this.#shots++;
    const waiting = Promise.withResolvers<Picture>();
    this.#waiting.set(id, waiting);
    const onAbort = () => {
      this.#send({ kind: "abort", id });
      waiting.reject(isTimeout(signal) ? captureTimeout(shot) : callerGone());
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      // Not awaited: a caller who goes, or a process that dies, need not have taken all of it.
      this.#order(id, shot).catch(waiting.reject);
      return await waiting.promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#waiting.delete(id);
    }
  }

  async #order(id: number, shot: Shot): Promise<void> {
    const encoded = await encode(shot, this.#loads);
    if (this.#waiting.has(id)) this.#send({ kind: "shot", id, shot: encoded });
  }

  /** Ends it, with the browser. */
  async close(): Promise<void> {
    if (this.gone) return;
    this.#child.disconnect();
    await this.#child.exited;
  }

  #receive(message: FromBrowserHost): void {
    if (message.kind === "chunk" || message.kind === "receipt") {
      this.#loads.receive(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (message.kind === "failure") waiting?.reject(fromWireError(message.fault));
    else {
      const picture = decode(message.picture, this.#loads) as Picture;
      waiting?.resolve(picture);
    }
  }

  #send(message: ToBrowserHost): void {
    try {
      if (!this.gone) this.#child.send(message);
    } catch (error) {
      // When it has just died, onExit tells everybody.
      if (this.#child.exitCode === null && this.#child.signalCode === null) throw error;
    }
  }

  #end(): void {
    this.gone = true;
    const failure = new BrowserGone("The process that keeps the browser died");
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#loads.fail(failure);
  }
}

/** What programs need to run at all, and nothing that is the hub's secret. */
function environment(): Record<string, string> {
  const names = ["PATH", "TMPDIR", "LANG", "TZ", "LD_LIBRARY_PATH", "HOME"];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
