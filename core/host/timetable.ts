import { cron } from "@elysiajs/cron";
import type { Elysia } from "elysia";
import type { LoadedPlugin } from "./plugin/loaded-plugin.ts";

/** Work that a hub does again and again. */
export interface PeriodicJob {
  /** The name under which the app knows it. Has no slash: those of plugins have one. */
  name: string;
  /** A cron pattern in UTC. */
  pattern: string;
  run(): void;
}

export interface TimetableOptions {
  jobs: readonly PeriodicJob[];
  /** Runs the tasks of plugins that are due. */
  runDue(): void;
}

/** The app of the moment, and the tasks of its plugins. */
interface Served {
  app: Elysia;
  tasks: { name: string; pattern: string }[];
}

/** Registers periodic work with the app of the moment: the hub's own jobs, and the tasks of its plugins. */
export class Timetable {
  #options: TimetableOptions | undefined;
  #served: Served | undefined;
  #stop = () => {};

  /** Moves the timetable to an app and its plugins. Jobs that run continue. */
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

  /** Starts these jobs and the tasks of all plugins, now and after each change. Returns a function that stops them. */
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
    // By an offset: the name of a time zone would load the tables of all of them.
    for (const { name, pattern, run } of all)
      app.use(cron({ name, pattern, run: () => run(), utcOffset: 0 }));
    const { cron: crons = {} } = app.store as { cron?: Record<string, { stop(): void }> };
    this.#stop = () => {
      for (const { name } of all) crons[name]?.stop();
    };
  }
}
