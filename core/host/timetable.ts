import { cron } from "@elysiajs/cron";
import type { Elysia } from "elysia";
import type { LoadedPlugin } from "./plugin/loaded-plugin.ts";

/** Periodic work of the hub. */
export interface PeriodicJob {
  /** The name in the app. Has no slash, unlike the names of plugin tasks. */
  name: string;
  /** A cron pattern in UTC. */
  pattern: string;
  run(): void;
}

interface TimetableOptions {
  jobs: readonly PeriodicJob[];
  /** Runs all plugin tasks that are due. */
  runDue(): void;
}

/** The current app, and the tasks of its plugins. */
interface ServedApp {
  app: Elysia;
  tasks: { name: string; pattern: string }[];
}

/** Registers periodic work with the current app: the hub's own jobs, and the tasks of its plugins. */
export class Timetable {
  #options: TimetableOptions | undefined;
  #served: ServedApp | undefined;
  #stop = () => {};

  /** Moves the timetable to an app and its plugins. Running jobs continue. */
  serve(app: Elysia, plugins: readonly LoadedPlugin[]): void {
    const tasks = plugins.flatMap((plugin) =>
      (plugin.tasks ?? []).flatMap(({ kind, name, pattern }) =>
        kind === "cron" && pattern !== undefined
          ? [{ name: `${plugin.name}/${name}`, pattern }]
          : [],
      ),
    );
    this.#served = { app, tasks };
    this.#register();
  }

  /** Starts the given jobs and the tasks of all plugins. Returns a function that stops them. */
  start(options: TimetableOptions): () => void {
    this.#options = options;
    this.#register();
    return () => {
      this.#options = undefined;
      this.#register();
    };
  }

  #register(): void {
    this.#stop();
    this.#stop = () => {};
    if (!this.#options || !this.#served) return;
    const { jobs, runDue } = this.#options;
    const { app, tasks } = this.#served;
    const all = [...jobs, ...tasks.map((task) => ({ ...task, run: runDue }))];
    // Uses an offset, because a time zone name would load the tables of all zones.
    for (const { name, pattern, run } of all)
      app.use(cron({ name, pattern, run: () => run(), utcOffset: 0 }));
    const { cron: crons = {} } = app.store as { cron?: Record<string, { stop(): void }> };
    this.#stop = () => {
      for (const { name } of all) crons[name]?.stop();
    };
  }
}
