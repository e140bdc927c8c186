import { picture } from "./picture.ts";
import { asJson, type StandIn } from "./stand-in.ts";

/** A server with the API of https://docs.comfy.org/development/comfyui-server/comms_routes */
export const comfyui: StandIn = ({ method, path, query, body, lapse }) => {
  if (method === "POST" && path === "/prompt") {
    const { prompt } = JSON.parse(body);
    const nodes = Object.values(prompt) as { inputs: Record<string, number | string> }[];
    const find = (name: string) => nodes.find(({ inputs }) => name in inputs)?.inputs[name];
    const values = [find("width"), find("height"), find("seed"), find("text")].join("_");
    return asJson({ prompt_id: Buffer.from(values).toString("base64url"), number: 1 });
  }
  if (path.startsWith("/history/")) {
    const id = path.slice("/history/".length);
    if (lapse === "malformed-json") return { type: "application/json", body: "{" };
    const images = [{ filename: `${id}.png`, subfolder: "", type: "output" }];
    const status = { status_str: lapse === "schema-drift" ? "error" : "success", completed: true };
    return asJson({ [id]: { status, outputs: { "9": { images } } } });
  }
  if (path !== "/view") return undefined;
  const id = (query.get("filename") ?? "").replace(/\.png$/, "");
  const [width, height] = Buffer.from(id, "base64url").toString().split("_").map(Number);
  return { type: "image/png", body: picture(id, { width: width || 64, height: height || 64 }) };
};
