import type { Doors, Permissions } from "./doors.ts";

type Awaitable<T> = T | Promise<T>;

/** The doors of a task: those of its manifest, without a caller. */
type TaskDoors<P> = Omit<Doors<P>, "caller">;

interface TaskParts {
  /** A short description in one line. */
  summary: string;
  /** Timeout in milliseconds, at most 300,000. Default: the manifest's limit, or 30,000. */
  timeoutMs?: number;
  memoryMbMax?: number;
}

/** A scheduled task, declared by a file of `cron/`. It runs in a job process. */
export interface CronDefinition<P = Permissions> extends TaskParts {
  /**
   * Cron pattern in UTC: minute, hour, day of the month, month and day of the week, such as `30 4 * * 1-5`.
   */
  pattern: string;
  handler(doors: TaskDoors<P>): Awaitable<unknown>;
}

/**
 * A one-off migration of the plugin's data in `kv`, declared by a file of `migrations/` such as
 * `001-split-names.ts`. Migrations run once, in order, before the plugin is served. One runs again if the hub
 * stops after its last line and before it is recorded.
 */
export interface MigrationDefinition<P = Permissions> extends TaskParts {
  handler(doors: TaskDoors<P>): Awaitable<unknown>;
}

/**
 * A page for people, declared by a file of `pages/`, at `/pages/{service}/{name}` in the hub's layout. The
 * handler returns Markdown. HTML in it is shown as text, so pages can't add markup, scripts or styles.
 */
export interface PageDefinition<P = Permissions> extends TaskParts {
  /** The heading of the page. */
  title: string;
  handler(doors: TaskDoors<P>): Awaitable<string>;
}

/** The kinds of tasks by folder. */
export const TASK_KINDS = { cron: "cron", migrations: "migration", pages: "page" } as const;

export type TaskFolder = keyof typeof TASK_KINDS;
export type TaskKind = (typeof TASK_KINDS)[TaskFolder];

/** An untyped task, as the loader and the hub see it. */
export interface Task extends TaskParts {
  readonly kind: TaskKind;
  pattern?: string;
  title?: string;
  handler(doors: unknown): Promise<unknown>;
}
