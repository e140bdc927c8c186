import { definePlugin, type Manifest, type Plugin } from "../../contract/plugin.ts";
import { TASK_KINDS, type Task } from "../../contract/task.ts";
import type { Log } from "../../platform/log/log.ts";
import { runInside } from "../../platform/sandbox/run-inside.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { scratchMax } from "../../platform/sandbox/scratch.ts";
import type { Refuse } from "../plugin/loaded-plugin.ts";
import { checkRouteParts, type FolderDescription, readDeclaration } from "./description.ts";

/** What the import of all files of a folder may take. */
export interface ImportLimits {
  timeoutMs: number;
  memoryMbMax: number;
}

export const importLimits: ImportLimits = { timeoutMs: 10_000, memoryMbMax: 1024 };
/** Most bytes of what a folder declares, with the files of its examples. */
const bytesMax = 16 * 2 ** 20;

/** Returns the reasons to leave out a folder whose files exceed a limit. */
function describeFaults({ timeoutMs, memoryMbMax }: ImportLimits) {
  return {
    time: `its files took longer than ${timeoutMs} ms to import`,
    memory: `its files took more than ${memoryMbMax} MB to import`,
    files: `its files wrote more than ${scratchMax.bytes} bytes or ${scratchMax.entries} files while they were imported`,
    output: `it declares more than ${bytesMax} bytes`,
  };
}

/** What a file of a plugin exports, by its name in the folder: `routes/greet.get.ts`. */
export type ReadFile = (file: string) => Promise<{ default: unknown }>;

interface DescribeOptions {
  sandbox: Sandbox;
  log: Log;
  /** The folder of its packages, where that lies outside of its own. */
  packages?: string | undefined;
  limits?: ImportLimits | undefined;
  refuse: Refuse;
}

/**
 * Reads the files of a folder that the hub does not trust, by a process that imports them inside a
 * sandbox. What comes back are the same plugin and routes, as far as they are data: handlers are left out.
 */
export function readDescribed(dir: string, options: DescribeOptions): ReadFile {
  const { refuse } = options;
  let reading: Promise<FolderDescription> | undefined;
  let plugin: Plugin | undefined;
  return async (file) => {
    reading ??= describeFolder(dir, options);
    const description = (await reading)[file];
    if (!description) return refuse(`${file} was not there when the folder was read`);
    if (description.kind === "other") {
      if (description.reason !== undefined) refuse(String(description.reason));
      return { default: undefined };
    }
    if (description.kind === "plugin") {
      plugin = definePlugin(readDeclaration(description.manifest) as Manifest);
      return { default: plugin };
    }
    const handler = () => {
      throw new Error(`${file} runs in job processes alone`);
    };
    if (description.kind === "task") {
      const task = readDeclaration(description.task) as Task;
      if (!Object.values(TASK_KINDS).includes(task.kind)) return { default: undefined };
      // Each kind has options of its own, and which one it is shows only when it runs.
      return { default: plugin?.[task.kind]({ ...task, handler } as never) };
    }
    const route = readDeclaration(description.route) as Parameters<Plugin["route"]>[0];
    for (const field of ["summary", "response", "example"] as const)
      if (route?.[field] === undefined) return refuse(`${file} has no ${field}`);
    const fault = checkRouteParts(route);
    if (fault) return refuse(`${file} is no route: ${fault}`);
    return { default: plugin?.route({ ...route, handler }) };
  };
}

/** Has a process import the folder and tell what it declares. */
async function describeFolder(
  dir: string,
  { sandbox, log, packages, limits = importLimits, refuse }: DescribeOptions,
): Promise<FolderDescription> {
  const args = [
    `--preload=${import.meta.dir}/../../resolve-hub.ts`,
    `${import.meta.dir}/describe.ts`,
    dir,
  ];
  const { printed, errors, exitCode, limit } = await runInside(args, {
    sandbox,
    folder: dir,
    cwd: import.meta.dir,
    read: packages === undefined ? [] : [packages],
    ...limits,
    printedMax: bytesMax,
  });
  const text = printed.trimEnd();
  const last = text.lastIndexOf("\n");
  const words = `${text.slice(0, Math.max(last, 0))}\n${errors}`.trim();
  if (words) log.warn("Plugin printed output", { dir, text: words.slice(0, 4096) });
  if (limit) return refuse(describeFaults(limits)[limit]);
  if (exitCode !== 0) return refuse(`the process that imported its files ended with ${exitCode}`);
  try {
    return Object(JSON.parse(text.slice(last + 1)));
  } catch (cause) {
    return refuse("the process that imported its files ended before it had described them", {
      cause,
    });
  }
}
