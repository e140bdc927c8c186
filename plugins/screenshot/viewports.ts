import { type Browser, reply, type Shot, type Static, t, zip } from "hub";
import { answerRequest } from "./answer-request.ts";
import { fileTypes } from "./page/formats.ts";
import screenshot from "./plugin.ts";
import { type CaptureOptions, captureFields, type PostOptions } from "./request.ts";
import type { CaptureDoors } from "./response.ts";

const { device, width, height, device_scale_factor } = captureFields;
const windowFields = { device, width, height, device_scale_factor };

/** The field for several windows. */
export const viewportsField = t.Optional(
  t.Array(t.Object(windowFields), {
    minItems: 1,
    maxItems: screenshot.limits.viewportsMax,
    description:
      "Windows in which the page is captured, instead of one. The response is a ZIP archive with an image or PDF for each, or with `format=json` the list `captures`. A capture costs one unit of the daily quota",
  }),
);

type Viewports = Static<typeof viewportsField>;

/** Captures a page in several windows. Returns a ZIP archive, or with `format=json` a list. */
export async function answerViewports(
  source: Shot["source"],
  { viewports, ...options }: CaptureOptions & PostOptions & { viewports: Viewports },
  doors: CaptureDoors & { browser: Browser },
) {
  checkConflicts(options);
  const answers = await Promise.all(
    viewports.map((window) =>
      answerRequest(source, { ...options, ...window }, { ...doors, part: "body" }),
    ),
  );
  const headers = { "cache-control": "no-store", "x-capture-count": String(answers.length) };
  const { format } = options;
  if (format === "json" || format === "base64")
    return reply({ captures: answers.map(({ body }) => body) }, { headers });
  const files = answers.map(({ body }, index) => {
    const number = String(index + 1).padStart(2, "0");
    return [
      `${number}-${nameWindow(viewports[index])}.${fileTypes[format][0]}`,
      body as Uint8Array,
    ] as const;
  });
  return reply(await zip(Object.fromEntries(files)), { type: "application/zip", headers });
}

function checkConflicts(options: CaptureOptions): void {
  const refuse = (name: string, why: string) =>
    screenshot.error("invalid_input", `body.${name} must ${why} if there are viewports`, {
      at: `body.${name}`,
    });
  for (const name of Object.keys(windowFields) as (keyof typeof windowFields)[])
    if (options[name] !== undefined) throw refuse(name, "be omitted");
  if (options.format === "base64") throw refuse("format", "be another one than base64");
}

/** Returns the part of a file name for a window, such as `mobile` or `320x240`. */
function nameWindow({ device, width, height }: Viewports[number] = {}): string {
  const size =
    width === undefined && height === undefined ? [] : [`${width ?? ""}x${height ?? ""}`];
  return [...(device === undefined ? [] : [device]), ...size].join("-") || "window";
}
