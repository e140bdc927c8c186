import { mp3, wav } from "./sound.ts";
import { asJson, type StandIn, type StandInRequest } from "./stand-in.ts";

const voices = [
  voice("en-US-AriaNeural", "Aria", "Female"),
  voice("en-US-GuyNeural", "Guy", "Male"),
  voice("de-DE-KatjaNeural", "Katja", "Female"),
  voice("ja-JP-NanamiNeural", "Nanami", "Female"),
];

/**
 * Speech in the format of Azure's API, https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech
 */
export const azureSpeech: StandIn = (asked) => {
  if (!asked.headers["ocp-apim-subscription-key"])
    return { type: "text/plain", body: "Unauthorized", status: 401 };
  if (asked.path === "/cognitiveservices/voices/list")
    return asked.lapse === "schema-drift" ? asJson({ voices }) : asJson(voices);
  return asked.path === "/cognitiveservices/v1" ? spoken(asked) : undefined;
};

function spoken({ method, headers, body }: StandInRequest) {
  if (method !== "POST") return undefined;
  const refused = (status: number) => ({ type: "text/plain", body: "", status });
  if (!String(headers["content-type"]).startsWith("application/ssml+xml")) return refused(415);
  const [, name] = /<voice[^>]*\bname=["']([^"']+)["']/.exec(body) ?? [];
  const said = body.replaceAll(/<[^>]*>/g, "").trim();
  if (!voices.some(({ ShortName }) => ShortName === name) || said === "") return refused(400);
  const format = String(headers["x-microsoft-outputformat"]);
  if (format.startsWith("riff-")) return { type: "audio/x-wav", body: wav(said) };
  return format.endsWith("-mp3") ? { type: "audio/mpeg", body: mp3(said) } : refused(400);
}

function voice(shortName: string, name: string, gender: string) {
  const locale = shortName.split("-").slice(0, 2).join("-");
  return {
    Name: `Microsoft Server Speech Text to Speech Voice (${locale}, ${name}Neural)`,
    DisplayName: name,
    LocalName: name,
    ShortName: shortName,
    Gender: gender,
    Locale: locale,
    LocaleName: locale,
    SampleRateHertz: "24000",
    VoiceType: "Neural",
    Status: "GA",
    WordsPerMinute: "150",
  };
}
