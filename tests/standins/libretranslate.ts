import { pretended } from "./pretended-translation.ts";
import { asJson, type StandIn, type StandInRequest } from "./stand-in.ts";

const codes = ["en", "es", "fr", "de"];

/** Translation in the format of LibreTranslate's API, https://docs.libretranslate.com/ */
export const libreTranslate: StandIn = (asked) => {
  if (asked.path === "/languages")
    return asJson(codes.map((code) => ({ code, name: code, targets: codes })));
  if (asked.method !== "POST") return undefined;
  if (asked.path === "/detect") return asJson([{ language: "en", confidence: 90 }]);
  return asked.path === "/translate" ? translated(asked) : undefined;
};

function translated({ body, lapse }: StandInRequest) {
  const { q, source, target, alternatives = 0 } = JSON.parse(body);
  if (!codes.includes(target) || !(source === "auto" || codes.includes(source)))
    return asJson({ error: `${source} or ${target} is not supported` }, 400);
  if (lapse === "malformed-json") return { type: "application/json", body: '{"translatedText":' };
  const one = (text: string) =>
    pretended(lapse === "lost-placeholders" ? text.replaceAll(/⟦\d+⟧/g, "") : text);
  const texts: string[] = [q].flat();
  const all = texts.map(one);
  const others = texts.map((text) =>
    Array.from({ length: alternatives }, (_, i) => `${one(text)} (${i + 2})`),
  );
  const single = !Array.isArray(q);
  if (lapse === "schema-drift") return asJson({ translation: all });
  return asJson({
    translatedText: single ? all[0] : all,
    ...(alternatives > 0 && { alternatives: single ? others[0] : others }),
    ...(source === "auto" && { detectedLanguage: { language: "en", confidence: 90 } }),
  });
}
