import { existsSync, realpathSync } from "node:fs";
import type { Log } from "./log.ts";

/** What a plugin has thrown where nobody waited for it. */
export interface LateCount {
  /** None where the stack names no file of a plugin. */
  plugin: string | undefined;
  count: number;
  /** When it did so last, in milliseconds since 1970. */
  lastAt: number;
}

/** How often one plugin's are logged at most. */
const logMs = 1000;

/**
 * Throws and rejections that no call was there to take: of a timer, an event or a promise that is not
 * awaited. They are logged and counted, and end nothing.
 */
export class LateFailures {
  readonly #log: Log;
  readonly #clock: () => number;
  readonly #roots: string[];
  readonly #plugins: { name: string; dir: string }[] = [];
  readonly #counts = new Map<string | undefined, LateCount & { loggedAt: number }>();

  constructor({
    log,
    roots,
    clock = Date.now,
  }: {
    log: Log;
    /** The folders of plugin folders: a plugin may fail while it is being loaded. */
    roots: readonly string[];
    clock?: () => number;
  }) {
    this.#log = log;
    this.#clock = clock;
    this.#roots = [...new Set(roots.flatMap((root) => [root, real(root)]))];
  }

  /** Takes up another folder of plugin folders. */
  addRoot(root: string): void {
    this.#roots.push(root);
  }

  /** Takes up the folder of a plugin, which may be a link to somewhere else. */
  add({ name, dir }: { name: string; dir: string }): void {
    for (const path of new Set([dir, real(dir)])) this.#plugins.push({ name, dir: path });
  }

  /** Counts and logs one. The plugin is read from its stack unless it is known. */
  note(
    thrown: unknown,
    {
      plugin = this.pluginOf((thrown as Error | undefined)?.stack),
      where,
    }: { plugin?: string | undefined; where?: string } = {},
  ): void {
    const now = this.#clock();
    const known = this.#counts.get(plugin);
    const count = (known?.count ?? 0) + 1;
    const isTold = known !== undefined && now - known.loggedAt < logMs && now >= known.loggedAt;
    const loggedAt = isTold ? known.loggedAt : now;
    this.#counts.set(plugin, { plugin, count, lastAt: now, loggedAt });
    if (isTold) return;
    this.#log.error("Unhandled error", {
      plugin: plugin ?? null,
      where,
      count,
      cause: thrown instanceof Error ? thrown : Bun.inspect(thrown, { depth: 2 }),
    });
  }

  /** What was noted since the hub started. */
  all(): LateCount[] {
    return [...this.#counts.values()].map(({ plugin, count, lastAt }) => ({
      plugin,
      count,
      lastAt,
    }));
  }

  /** The plugin whose file stands first in a stack. */
  pluginOf(stack: unknown): string | undefined {
    if (typeof stack !== "string") return undefined;
    for (const line of stack.split("\n")) {
      const plugin = this.#plugins.find(({ dir }) => line.includes(`${dir}/`));
      if (plugin) return plugin.name;
      for (const root of this.#roots) {
        const at = line.indexOf(`${root}/`);
        if (at === -1) continue;
        const name = line.slice(at + root.length + 1).split("/", 1)[0];
        if (name) return name;
      }
    }
    return undefined;
  }
}

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
