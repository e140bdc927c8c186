import { definePlugin, type Manifest, type Plugin } from "../../contract/plugin.ts";
import { TASK_KINDS, type Task } from "../../contract/task.ts";
import type { Log } from "../../platform/log/log.ts";
import { runInside } from "../../platform/sandbox/run-inside.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { scratchMax } from "../../platform/sandbox/scratch.ts";
import type { Refuse } from "../plugin/loaded-plugin.ts";
import { checkRouteParts, type FolderDescription, readDeclaration } from "./description.ts";

/** Limits of the import of all files of a folder. */
export interface ImportLimits {
  timeoutMs: number;
  memoryMbMax: number;
}

export const importLimits: ImportLimits = { timeoutMs: 10_000, memoryMbMax: 1024 };
/** Maximum size of a folder's declarations, including the files of its examples. */
const bytesMax = 16 * 2 ** 20;

/** Returns the reasons to skip a folder that exceeds a limit. */
function describeFaults({ timeoutMs, memoryMbMax }: ImportLimits) {
  return {
    time: `importing its files took longer than ${timeoutMs} ms`,
    memory: `importing its files took more than ${memoryMbMax} MB`,
    files: `importing its files wrote more than ${scratchMax.bytes} bytes or ${scratchMax.entries} files`,
    output: `its declarations have more than ${bytesMax} bytes`,
  };
}

/** Reads the exports of a plugin file, by its path in the folder: `routes/greet.get.ts`. */
export type ReadFile = (file: string) => Promise<{ default: unknown }>;

interface DescribeOptions {
  sandbox: Sandbox;
  log: Log;
  /** The folder that it was copied from, if its packages are there. */
  origin?: string | undefined;
  limits?: ImportLimits | undefined;
  refuse: Refuse;
}

/**
 * Creates a reader for the files of an untrusted folder. A sandboxed process imports them and returns their
 * declarations as data. The handlers are missing.
 */
export function readDescribed(dir: string, options: DescribeOptions): ReadFile {
  const { refuse } = options;
  let descriptions: Promise<FolderDescription> | undefined;
  let plugin: Plugin | undefined;
  return async (file) => {
    descriptions ??= describeFolder(dir, options);
    const description = (await descriptions)[file];
    if (!description) return refuse(`${file} did not exist when the folder was read`);
    if (description.kind === "other") {
      if (description.reason !== undefined) refuse(String(description.reason));
      return { default: undefined };
    }
    if (description.kind === "plugin") {
      plugin = definePlugin(readDeclaration(description.manifest) as Manifest);
      return { default: plugin };
    }
    const handler = () => {
      throw new Error(`${file} runs only in job processes`);
    };
    if (description.kind === "task") {
      const task = readDeclaration(description.task) as Task;
      if (!Object.values(TASK_KINDS).includes(task.kind)) return { default: undefined };
      // The options depend on the kind, which is only known at run time.
      return { default: plugin?.[task.kind]({ ...task, handler } as never) };
    }
    const route = readDeclaration(description.route) as Parameters<Plugin["route"]>[0];
    for (const field of ["summary", "response", "example"] as const)
      if (route?.[field] === undefined) return refuse(`${file} has no ${field}`);
    const fault = checkRouteParts(route);
    if (fault) return refuse(`${file} is not a route: ${fault}`);
    return { default: plugin?.route({ ...route, handler }) };
  };
}

/** Starts a process that imports the folder and returns its declarations. */
async function describeFolder(
  dir: string,
  { sandbox, log, origin, limits = importLimits, refuse }: DescribeOptions,
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
    read: origin === undefined ? [] : [origin],
    ...limits,
    printedMax: bytesMax,
  });
  const text = printed.trimEnd();
  const last = text.lastIndexOf("\n");
  const output = `${text.slice(0, Math.max(last, 0))}\n${errors}`.trim();
  if (output) log.warn("Plugin printed output", { dir, text: output.slice(0, 4096) });
  if (limit) return refuse(describeFaults(limits)[limit]);
  if (exitCode !== 0)
    return refuse(`the process that imports its files ended with exit code ${exitCode}`);
  try {
    return Object(JSON.parse(text.slice(last + 1)));
  } catch (cause) {
    return refuse("the process that imports its files ended without a result", {
      cause,
    });
  }
}
