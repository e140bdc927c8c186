import type { HubView } from "../hub-view.ts";

const kept = new WeakMap<HubView, Map<string, unknown>>();

/** Writes what is long about a hub once: what it tells of does not change while the hub runs. */
export function cacheFor<Written>(hub: HubView, name: string, write: () => Written): Written {
  const known = kept.get(hub) ?? new Map<string, unknown>();
  kept.set(hub, known);
  const written = (known.get(name) as Written | undefined) ?? write();
  known.set(name, written);
  return written;
}
