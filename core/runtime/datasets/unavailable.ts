import type { DatasetDefinition } from "../../contract/dataset.ts";
import { HubError } from "../../contract/errors.ts";
import { emptyPauseMs } from "./pause.ts";

/** The failure of whoever needs a dataset that is not there: it says how to get it. */
export function unavailable(
  id: string,
  { title, homepage, unpack }: DatasetDefinition,
  { reason, cause }: { reason: string | undefined; cause?: unknown },
): HubError {
  const why = reason ? `${reason}. ` : "";
  const hint = unpack ? `, or give it a file: bun run data import ${id} FILE` : "";
  return new HubError(
    "dataset_unavailable",
    `This hub has no data yet: ${title}. ${why}Let it reach ${homepage} (HUB_OFFLINE, HUB_DENY and HUB_UPSTREAMS decide), fetch it with: bun run data refresh ${id}${hint}`,
    { cause, headers: { "retry-after": String(emptyPauseMs / 1000) } },
  );
}
