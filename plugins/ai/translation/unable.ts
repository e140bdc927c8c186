import { HubError } from "hub";
import ai from "../plugin.ts";
import { apertium } from "./apertium.ts";
import type { TranslationRequest, TranslatorDoors } from "./translate.ts";

/** Says how a translation could be had, and which can be had now. */
export async function unable(
  failure: unknown,
  {
    sources,
    request,
    doors,
  }: {
    sources: readonly string[];
    request: TranslationRequest;
    doors: Pick<TranslatorDoors, "run" | "clock">;
  },
): Promise<never> {
  const isUnable = failure instanceof HubError && failure.code === "capability_unavailable";
  const isAboutOne = request.provider !== "auto" && request.provider !== "embedded";
  if (!isUnable || isAboutOne || "partial" in failure.members) throw failure;
  const installed = (await apertium(doors).pairs()) ?? [];
  const pairs = installed.map(({ source, target }) => `${source}-${target}`);
  const from = sources.map((source) => `"${source}"`).join(" or ");
  const ways = [
    "a language model: set OPENAI_MODEL, and OPENAI_BASE_URL or OPENAI_API_KEY",
    "a LibreTranslate server: set LIBRETRANSLATE_URL",
    "Apertium with this pair: apt-get install apertium and a package such as apertium-eng-spa",
  ];
  throw ai.error(
    "capability_unavailable",
    `Cannot translate from ${from} to "${request.target}". ${failure.message}. Three things would help: ${ways.join("; ")}. Pairs that work now: ${pairs.join(", ") || "none"}`,
    { at: "body.target", members: { ways, pairs } },
  );
}
