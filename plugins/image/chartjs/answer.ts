import { asTable, reply, toHeaderText } from "hub";
import { type AnswerOptions, buildAnswer, checkPixels } from "../answers.ts";
import type { ChartBody } from "../charts/request.ts";
import { formatCss, parseColor } from "../color/color.ts";
import { mediaTypes } from "../formats.ts";
import image from "../plugin.ts";
import { hasCode, type Machine, openMachine } from "./callbacks.ts";
import { type Config, prepareConfig } from "./config.ts";
import { describeConfig, drawConfig, type PictureOptions } from "./draw.ts";
import { NotationError, parseRelaxed } from "./relaxed.ts";

/** The picture that a caller wants, with a colour in any notation. */
type RequestedPicture = Omit<PictureOptions, "background" | "layout"> & {
  background?: string | undefined;
};

/** The fields of `POST /api/image/chart` without the configuration. */
type ConfigRequest = Omit<ChartBody, "type" | "data" | "options" | "series"> &
  Omit<AnswerOptions, "format"> & { format: PictureOptions["format"] };

/** Draws a configuration of `POST /api/image/chart`. */
export async function answerConfig(
  config: { type: string; data: object; options?: object | undefined },
  { background, width, height, theme, ...given }: ConfigRequest,
) {
  const { format, scale, response, ...others } = given;
  const answer = { format, scale, response };
  refuseOwnFields(others);
  const { options, ...rest } = config;
  const prepared = prepareConfig({ ...rest, ...(options && { options }) }, "body");
  const { title, description } = describeConfig(prepared);
  const fixed = {
    layout: "hub" as const,
    width,
    height,
    theme,
    background: resolveBackground(background, theme, "body.background"),
  };
  const draw = (format: PictureOptions["format"], density: number) =>
    drawConfig(prepared, { ...fixed, format, density });
  const needsSvg = answer.format === "svg" || answer.response === "json";
  if (format !== "svg") checkPixels(fixed, format, scale);
  const file = await draw(format, scale);
  const svg = format === "svg" || !needsSvg ? file : await draw("svg", 1);
  const { warnings } = file;
  const picture = {
    svg: needsSvg ? new TextDecoder().decode(svg.bytes) : "",
    width,
    height,
    alt: title === "" ? description : title,
    contrast: undefined,
    texts: [...prepared.texts],
    headers: buildWarningHeader(warnings),
    raster: () => file.bytes,
    details: { warnings },
  };
  return buildAnswer(picture, answer);
}

/** Builds the header with the values that have no mark. */
function buildWarningHeader(warnings: readonly string[]): Record<string, string> {
  return warnings.length > 0 ? { "x-chart-warnings": toHeaderText(warnings.join("; ")) } : {};
}

/** The defaults of the fields that only charts in the hub's own notation have. */
const ownDefaults: Readonly<Record<string, unknown>> = asTable({
  legend: "auto",
  number_format: "number",
  locale: "en",
  x_type: "auto",
  curve: "linear",
  orientation: "vertical",
});

function refuseOwnFields(fields: object): void {
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== ownDefaults[name])
      throw image.error(
        "invalid_input",
        `body.${name} must be omitted with a Chart.js configuration, which has its own options`,
        { at: `body.${name}` },
      );
}

/** Draws the configuration of a QuickChart address, as text or as an object. */
export async function answerQuickChart(
  chart: string | object,
  look: RequestedPicture & {
    at: string;
    backgroundAt: string;
    encoding?: "url" | "base64" | undefined;
    version?: unknown;
  },
) {
  const { at, backgroundAt, encoding, version, width, height, density, format } = look;
  const { pixelsMax } = image.limits;
  const pixels = width * height * density ** 2;
  if (pixels > pixelsMax)
    throw image.error(
      "image_too_large",
      `A chart must have at most ${pixelsMax} pixels: ${width} × ${height} at a devicePixelRatio of ${density} has ${pixels}`,
    );
  const background = resolveBackground(look.background, look.theme, backgroundAt);
  const drawn = await useQuickChart(chart, { at, encoding, version }, async (config, machine) => ({
    ...(await drawConfig(config, { ...look, background, layout: "chartjs" })),
    isVolatile: machine?.isVolatile,
  }));
  const { bytes, warnings, isVolatile } = drawn;
  const headers = {
    ...buildWarningHeader(warnings),
    ...(isVolatile && { "cache-control": "no-cache" }),
    "cross-origin-resource-policy": "cross-origin",
    ...(format === "svg" && {
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    }),
  };
  return reply(bytes, { type: mediaTypes[format], headers });
}

/**
 * Checks the configuration of a QuickChart address, and passes it to a function while its code can be run. Throws
 * `invalid_input`.
 */
export async function useQuickChart<Result>(
  chart: string | object,
  {
    at,
    encoding,
    version = quickChartVersion,
  }: { at: string; encoding?: "url" | "base64" | undefined; version?: unknown },
  use: (config: Config, machine?: Machine) => Result | Promise<Result>,
): Promise<Result> {
  const given = typeof chart === "string" ? parseChart(chart, at, encoding) : chart;
  if (!hasCode(given)) return use(prepareConfig(given, at, version));
  const machine = await openMachine();
  try {
    return await use(prepareConfig(machine.resolve(given, at), at, version), machine);
  } finally {
    machine.close();
  }
}

/** The version of Chart.js that QuickChart uses by default. */
const quickChartVersion = "2.9.4";

function parseChart(text: string, at: string, encoding: "url" | "base64" = "url"): unknown {
  try {
    return parseRelaxed(encoding === "base64" ? decodeBase64(text, at) : text);
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    throw image.error("invalid_input", `${at} must have ${error.message}`, { at });
  }
}

function decodeBase64(text: string, at: string): string {
  try {
    const standard = text.replaceAll("-", "+").replaceAll("_", "/").replaceAll(" ", "+");
    return new TextDecoder().decode(Uint8Array.fromBase64(standard));
  } catch (cause) {
    throw image.error("invalid_input", `${at} must be base64`, { at, cause });
  }
}

/** Returns a colour as `#rrggbbaa`, or `none`. By default that of the theme. */
function resolveBackground(
  background: string | undefined,
  theme: PictureOptions["theme"],
  at: string,
): string {
  if (background === undefined) return theme === "dark" ? "#11161d" : "#ffffff";
  const color = parseColor(background, at);
  return color[3] === 0 ? "none" : formatCss(color);
}
