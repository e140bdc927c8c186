import type { HubView } from "../own.ts";

const kept = new WeakMap<HubView, Map<string, string>>();

/** Writes a long text about a hub once: what it tells of does not change while the hub runs. */
export function keptText(hub: HubView, name: string, write: () => string): string {
  const texts = kept.get(hub) ?? new Map<string, string>();
  kept.set(hub, texts);
  const text = texts.get(name) ?? write();
  texts.set(name, text);
  return text;
}
