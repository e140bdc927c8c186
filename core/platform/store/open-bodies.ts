import type { Health } from "../health/health.ts";
import type { Bodies } from "./bodies.ts";
import { BodyFiles } from "./body-files.ts";
import { BodyObjects } from "./body-objects.ts";
import type { ObjectSettings } from "./object-settings.ts";

/** Opens the place of bodies of a kind: a folder below the data folder, or of the operator's object storage. */
export function openBodies(
  kind: string,
  { data, objects, health }: { data: string; objects: ObjectSettings | undefined; health: Health },
): Bodies {
  if (objects === undefined) return new BodyFiles(`${data}/kept/${kind}`);
  return new BodyObjects({ ...objects, prefix: `${objects.prefix}kept/${kind}/` }, { health });
}
