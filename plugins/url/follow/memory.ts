import type { Doors } from "../doors.ts";
import { Clicks } from "../stats/clicks.ts";
import { HotLinks } from "./hot-links.ts";

/** What this process remembers beside the store. */
export interface Memory {
  clicks: Clicks;
  hot: HotLinks;
}

const memories = new WeakMap<Doors["kv"], Memory>();

/** The memory that goes with a store: there is one for each hub in the process. */
export function memoryOf(doors: Pick<Doors, "kv" | "random" | "log" | "later">): Memory {
  const known = memories.get(doors.kv);
  if (known) return known;
  const memory = { clicks: new Clicks(doors), hot: new HotLinks() };
  memories.set(doors.kv, memory);
  return memory;
}
