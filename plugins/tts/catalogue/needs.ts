import { isOffline } from "hub";
import * as azure from "../engines/azure.ts";
import type { HandlerDoors } from "../engines/engine.ts";
import * as openai from "../engines/openai.ts";
import type { Voice } from "../voices/voice.ts";

/** Returns what a voice lacks to speak on this hub, or null if it can. */
export function findNeed(voice: Voice, env: HandlerDoors["env"]): string | null {
  if (voice.provider === "embedded") return voice.missing ?? null;
  if (isOffline(env.HUB_OFFLINE))
    return "The hub is offline (HUB_OFFLINE), and the voice needs a network";
  const engine = voice.provider === "azure" ? azure : openai;
  return engine.findMissingSetting(env) ?? null;
}
