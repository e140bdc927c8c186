import type { Doors, Permissions } from "./doors.ts";

type Awaitable<T> = T | Promise<T>;

/** The doors of work that no call asks for: those of its manifest, and no caller. */
type TaskDoors<P> = Omit<Doors<P>, "caller">;

interface TaskParts {
  /** One line: what it does. */
  summary: string;
  /** How long it may take, at most 300,000. Default: what the manifest's limits say, or 30,000. */
  timeoutMs?: number;
  memoryMbMax?: number;
}

/** Work that is due by the clock: a file of `cron/`, which runs in a job process. */
export interface CronDefinition<P = Permissions> extends TaskParts {
  /** When, in UTC: minute, hour, day of the month, month and day of the week, as `30 4 * * 1-5`. */
  pattern: string;
  handler(doors: TaskDoors<P>): Awaitable<unknown>;
}

/**
 * A step that brings what the plugin keeps in `kv` to what its code expects: a file of `migrations/`,
 * as `001-split-names.ts`. It is run once, in order, before the plugin serves; and once more where a hub
 * ends between its last line and the note that it has run.
 */
export interface MigrationDefinition<P = Permissions> extends TaskParts {
  handler(doors: TaskDoors<P>): Awaitable<unknown>;
}

/**
 * A page for people: a file of `pages/`, at `/pages/{service}/{its name}` in the hub's frame. What it
 * answers is Markdown, in which HTML is text: no page brings markup, scripts or styles of its own.
 */
export interface PageDefinition<P = Permissions> extends TaskParts {
  /** Its heading. */
  title: string;
  handler(doors: TaskDoors<P>): Awaitable<string>;
}

/** The kinds of tasks, by the folders that their files are in. */
export const TASK_KINDS = { cron: "cron", migrations: "migration", pages: "page" } as const;

export type TaskFolder = keyof typeof TASK_KINDS;
export type TaskKind = (typeof TASK_KINDS)[TaskFolder];

/** A task once its types have done their work: what the loader and the hub see. */
export interface Task extends TaskParts {
  readonly kind: TaskKind;
  pattern?: string;
  title?: string;
  handler(doors: unknown): Promise<unknown>;
}
