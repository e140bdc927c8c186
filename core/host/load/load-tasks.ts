import { existsSync } from "node:fs";
import { Type as t } from "@sinclair/typebox";
import { isTaskOf, type Plugin } from "../../contract/plugin.ts";
import { TASK_KINDS, type Task, type TaskFolder } from "../../contract/task.ts";
import { CronPattern } from "../../lib/cron-pattern.ts";
import type { LoadedRoute, LoadedTask, Refuse } from "../plugin/loaded-plugin.ts";
import type { ReadFile } from "./described-folder.ts";

interface TaskSource {
  /** The plugin's folder. */
  dir: string;
  read: ReadFile;
  refuse: Refuse;
}

/** Maximum run time of a task. */
const timeoutMsMax = 300_000;
const timeoutMsDefault = 30_000;

/** Loads the task files of a plugin. Returns an empty list if there are none. */
export async function loadTasks(plugin: Plugin, source: TaskSource): Promise<LoadedTask[]> {
  const folders = Object.keys(TASK_KINDS) as TaskFolder[];
  const tasks = await Promise.all(folders.map((folder) => loadFolder(plugin, folder, source)));
  return tasks.flat();
}

/** Lists the files of a task folder. Returns an empty list if there is no folder. */
export function taskFiles(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return [...new Bun.Glob("**/*.ts").scanSync({ cwd: dir, followSymlinks: true })]
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
}

async function loadFolder(
  plugin: Plugin,
  folder: TaskFolder,
  { dir, read, refuse }: TaskSource,
): Promise<LoadedTask[]> {
  const kind = TASK_KINDS[folder];
  const files = taskFiles(`${dir}/${folder}`);
  checkNames(files, { plugin, folder, refuse });
  const tasks = files.map(async (file): Promise<LoadedTask> => {
    const { default: task } = await read(`${folder}/${file}`);
    if (!isTaskOf(plugin, kind, task))
      return refuse(`the default export of ${folder}/${file} is not a ${kind}() of this plugin`);
    const fault = findFault(task);
    if (fault) refuse(`${folder}/${file} ${fault}`);
    const { summary, pattern, title } = task;
    const name = file.slice(0, -".ts".length);
    const run = createRun(plugin, { folder, file, task });
    return { kind, name, summary, run, ...(pattern && { pattern }), ...(title && { title }) };
  });
  return Promise.all(tasks);
}

function checkNames(
  files: readonly string[],
  { plugin, folder, refuse }: { plugin: Plugin; folder: TaskFolder; refuse: Refuse },
): void {
  const isMigrations = folder === "migrations";
  const form = isMigrations ? /^\d{3}-[a-z0-9]+(-[a-z0-9]+)*\.ts$/ : /^[a-z0-9]+(-[a-z0-9]+)*\.ts$/;
  const example = isMigrations ? "001-split-names.ts" : "last-week.ts";
  for (const [index, file] of files.entries()) {
    if (!form.test(file)) refuse(`${folder}/${file} must have a name such as "${example}"`);
    const before = files[index - 1];
    if (isMigrations && before?.slice(0, 3) === file.slice(0, 3))
      refuse(`migrations/${before} and migrations/${file} have the same number`);
  }
  if (isMigrations && files.length > 0 && !plugin.manifest.permissions?.kv)
    refuse("it has migrations/ but not the permission kv");
}

/** Checks the options of a task at run time, because its author may not use types. Returns what is wrong. */
function findFault({ kind, summary, pattern, title, ...limits }: Task): string | undefined {
  const { timeoutMs, memoryMbMax } = limits;
  if (typeof summary !== "string" || !summary) return "has no summary";
  if (kind === "page" && (typeof title !== "string" || !title)) return "has no title";
  if (timeoutMs !== undefined && !isWhole(timeoutMs, timeoutMsMax))
    return `must have a timeoutMs from 1 to ${timeoutMsMax}: it is ${JSON.stringify(timeoutMs)}`;
  if (memoryMbMax !== undefined && !isWhole(memoryMbMax, Number.MAX_SAFE_INTEGER))
    return `must have a memoryMbMax of at least 1: it is ${JSON.stringify(memoryMbMax)}`;
  return kind === "cron" ? CronPattern.findFault(pattern) : undefined;
}

function isWhole(value: unknown, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
}

/** Converts a task to a route without a path, so that job processes can run it. */
function createRun(
  plugin: Plugin,
  { folder, file, task }: { folder: TaskFolder; file: string; task: Task },
): LoadedRoute {
  const { summary, memoryMbMax, handler } = task;
  const timeoutMs = task.timeoutMs ?? plugin.manifest.limits?.timeoutMs ?? timeoutMsDefault;
  const route = plugin.route({
    summary,
    response: t.Unknown(),
    example: {},
    // The manifest's limit for routes may exceed the maximum of tasks.
    timeoutMs: Math.min(Math.max(timeoutMs, 1), timeoutMsMax),
    ...(memoryMbMax !== undefined && { memoryMbMax }),
    handler,
  });
  return { folder, file, method: "GET", path: "", route };
}
