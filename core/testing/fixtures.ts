import type { Browser } from "../contract/browser-door.ts";
import type { Kept } from "../contract/dataset-version.ts";
import type { RunResult } from "../contract/doors.ts";
import { Shelf } from "../runtime/datasets/shelf.ts";

/** What upstreams answer, by host. */
export type Hosts = Record<string, (request: Request) => Response | Promise<Response>>;

/** What a program answers. */
export type Programs = (
  program: string,
  args: readonly string[],
  options?: { stdin?: string | Uint8Array },
) => Promise<RunResult>;

/** What a plugin's fixtures.ts may say of the world around the plugin. */
export interface Fixtures {
  /** Its upstreams. */
  default: Hosts;
  run?: Programs;
  browser?: Browser;
  /** What its store holds. */
  kv?: Record<string, unknown>;
  /** The files of other plugins' datasets, by the id of each. */
  data?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads a plugin's fixtures.ts: there may be none. */
export async function fixturesOf(dir: string): Promise<Fixtures> {
  const file = `${dir}/fixtures.ts`;
  return (await Bun.file(file).exists()) ? import(file) : { default: {} };
}

/** Puts the datasets of other plugins into a folder. */
export function placed(
  data: NonNullable<Fixtures["data"]>,
  dir: string,
): Readonly<Record<string, Kept>> {
  const entries = Object.entries(data).map(([id, files]) => {
    const shelf = new Shelf(`${dir}/others/${id}`);
    const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
    const about = { build_date: "2026-01-02", entries: null, fetched_at: 0 };
    return [id, shelf.put(Object.fromEntries(bytes), { ...about, origin: "file" })] as const;
  });
  return Object.fromEntries(entries);
}
