import { picture } from "./picture.ts";
import { mp3, wav } from "./sound.ts";
import { asJson, type StandIn, type StandInRequest } from "./stand-in.ts";
import { tasks } from "./tasks.ts";

/** A language model, images and speech in the format of https://platform.openai.com/docs/api-reference */
export const openai: StandIn = (asked) => {
  if (asked.method !== "POST") return undefined;
  if (!/^Bearer \S+$/.test(String(asked.headers.authorization)))
    return asJson({ error: { message: "Incorrect API key", type: "invalid_request_error" } }, 401);
  const body = JSON.parse(asked.body);
  if (asked.path === "/chat/completions") return completed(body, asked);
  if (asked.path === "/images/generations") return drawn(body, asked);
  return asked.path === "/audio/speech" ? spoken(body) : undefined;
};

// biome-ignore lint/suspicious/noExplicitAny: tests send different bodies
type Body = any;

function completed(
  { model, messages, response_format, max_tokens }: Body,
  { lapse, now }: StandInRequest,
) {
  const name: string = response_format?.json_schema?.name ?? "";
  const asked = String(messages.find(({ role }: Body) => role === "user")?.content);
  const [, , data = "{}"] = /<<(\w+)>>\n([\s\S]*?)\n<<\/\1>>/.exec(asked) ?? [];
  const input = JSON.parse(data);
  const good = tasks[name]?.(input, lapse);
  if (good === undefined) return asJson({ error: { message: `No such task: ${name}` } }, 400);
  const answers: Partial<Record<NonNullable<StandInRequest["lapse"]>, string>> = {
    "malformed-json": `Sure! Here you are: ${JSON.stringify(good).slice(0, -2)}`,
    "schema-drift": JSON.stringify({ result: good }),
  };
  const content = (lapse && answers[lapse]) ?? JSON.stringify(good);
  const used = Math.ceil((asked.length + content.length) / 4);
  return asJson({
    id: "chatcmpl-stand-in",
    object: "chat.completion",
    created: Math.floor(now / 1000),
    model,
    choices: [
      { index: 0, message: { role: "assistant", content, refusal: null }, finish_reason: "stop" },
    ],
    usage: {
      prompt_tokens: Math.ceil(asked.length / 4),
      completion_tokens: Math.min(max_tokens ?? used, Math.ceil(content.length / 4)),
      total_tokens: used,
    },
  });
}

function drawn({ prompt, n = 1, size = "1024x1024" }: Body, { lapse, now }: StandInRequest) {
  const [width = 0, height = 0] = String(size).split("x").map(Number);
  if (!["256x256", "512x512", "1024x1024", "1792x1024", "1024x1792"].includes(size))
    return asJson({ error: { message: `Invalid size ${size}`, code: "invalid_size" } }, 400);
  if (/\bforbidden\b/.test(prompt))
    return asJson({ error: { message: "Refused", code: "content_policy_violation" } }, 400);
  if (lapse === "malformed-json") return { type: "application/json", body: '{"data":[' };
  const data = Array.from({ length: n }, (_, index) => ({
    b64_json: picture(`${prompt}${index}`, { width, height }).toString("base64"),
  }));
  if (lapse === "schema-drift") return asJson({ images: data });
  return asJson({ created: Math.floor(now / 1000), data });
}

function spoken({ input, voice, response_format = "mp3", speed = 1 }: Body) {
  if (!input || !voice) return asJson({ error: { message: "Missing input or voice" } }, 400);
  if (response_format === "wav") return { type: "audio/wav", body: wav(input, { speed }) };
  if (response_format === "pcm")
    return { type: "audio/pcm", body: wav(input, { speed }).slice(44) };
  if (response_format === "mp3") return { type: "audio/mpeg", body: mp3(input, { speed }) };
  return asJson({ error: { message: `No ${response_format} here` } }, 400);
}
