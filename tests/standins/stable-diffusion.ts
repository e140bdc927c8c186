import { picture } from "./picture.ts";
import { asJson, type StandIn } from "./stand-in.ts";

/** A server with the API of https://github.com/AUTOMATIC1111/stable-diffusion-webui/wiki/API */
export const stableDiffusion: StandIn = ({ method, path, body, lapse }) => {
  if (method !== "POST" || path !== "/sdapi/v1/txt2img") return undefined;
  const { prompt, width, height, seed, batch_size } = JSON.parse(body);
  if (width % 8 !== 0 || height % 8 !== 0) return asJson({ detail: "Invalid size" }, 422);
  if (lapse === "malformed-json") return { type: "application/json", body: '{"images":[' };
  const images = Array.from({ length: batch_size }, (_, at) =>
    picture(`${prompt}${seed + at}`, { width, height }).toString("base64"),
  );
  return lapse === "schema-drift" ? asJson({ data: images }) : asJson({ images, parameters: {} });
};
