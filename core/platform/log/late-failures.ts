import { existsSync, realpathSync } from "node:fs";
import type { Log } from "./log.ts";

/** The unhandled errors of a plugin. */
export interface LateCount {
  /** Undefined if the stack contains no file of a plugin. */
  plugin: string | undefined;
  count: number;
  /** The time of the latest one, in milliseconds since 1970. */
  lastAt: number;
}

/** The minimum interval between logged errors of one plugin. */
const logIntervalMs = 1000;

/**
 * Handles exceptions and rejections outside of calls: in a timer, an event or a promise that is not
 * awaited. They are logged and counted, and the process continues.
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
    /** The parent folders of plugins: a plugin may fail while it is loaded. */
    roots: readonly string[];
    clock?: () => number;
  }) {
    this.#log = log;
    this.#clock = clock;
    this.#roots = [...new Set(roots.flatMap((root) => [root, resolveLinks(root)]))];
  }

  /** Adds a parent folder of plugins. */
  addRoot(root: string): void {
    this.#roots.push(root);
  }

  /** Adds a plugin's folder, which may be a symbolic link. */
  add({ name, dir }: { name: string; dir: string }): void {
    for (const path of new Set([dir, resolveLinks(dir)])) this.#plugins.push({ name, dir: path });
  }

  /** Counts and logs an error. Finds the plugin in the stack unless it is given. */
  recordFailure(
    thrown: unknown,
    {
      plugin = this.findPlugin((thrown as Error | undefined)?.stack),
      where,
    }: { plugin?: string | undefined; where?: string } = {},
  ): void {
    const now = this.#clock();
    const known = this.#counts.get(plugin);
    const count = (known?.count ?? 0) + 1;
    const wasJustLogged =
      known !== undefined && now - known.loggedAt < logIntervalMs && now >= known.loggedAt;
    const loggedAt = wasJustLogged ? known.loggedAt : now;
    this.#counts.set(plugin, { plugin, count, lastAt: now, loggedAt });
    if (wasJustLogged) return;
    this.#log.error("Unhandled error", {
      plugin: plugin ?? null,
      where,
      count,
      cause: thrown instanceof Error ? thrown : Bun.inspect(thrown, { depth: 2 }),
    });
  }

  /** Returns the counts since the hub started. */
  all(): LateCount[] {
    return [...this.#counts.values()].map(({ plugin, count, lastAt }) => ({
      plugin,
      count,
      lastAt,
    }));
  }

  /** Returns the plugin whose file comes first in a stack. */
  findPlugin(stack: unknown): string | undefined {
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

function resolveLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
