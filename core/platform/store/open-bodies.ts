import type { Health } from "../health/health.ts";
import type { Bodies } from "./bodies.ts";
import { BodyFiles } from "./body-files.ts";
import { BodyObjects } from "./body-objects.ts";
import type { ObjectSettings } from "./object-settings.ts";

/** Opens the body store of a kind: a folder in the data folder, or in the operator's object storage. */
export function openBodies(
  kind: string,
  { data, objects, health }: { data: string; objects: ObjectSettings | undefined; health: Health },
): Bodies {
  if (objects === undefined) return new BodyFiles(`${data}/kept/${kind}`);
  return new BodyObjects({ ...objects, prefix: `${objects.prefix}kept/${kind}/` }, { health });
}
