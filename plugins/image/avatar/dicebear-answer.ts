import { reply, type Static, type t } from "hub";
import { escapeXml, layoutTextNow, outlines } from "hub/drawing";
import { buildAnswer, toFileAnswer } from "../answers.ts";
import type { Format } from "../formats.ts";
import image from "../plugin.ts";
import { type DicebearOptions, dicebearNames, loadStyle, parseOption } from "./dicebear.ts";
import type { dicebearFields, dicebearFormats } from "./dicebear-fields.ts";

declare const fields: ReturnType<typeof t.Object<typeof dicebearFields>>;
type CommonOptions = Partial<Static<typeof fields>>;

interface DicebearRequest {
  style: string;
  format: Static<typeof dicebearFormats>;
  /** The options that all styles have. */
  common: CommonOptions;
  /** The texts of further options by name. */
  others: Readonly<Record<string, readonly string[]>>;
  /** Where the further options are, for messages: `query` or `path`. */
  at: string;
}

/** The width and height of a raster image without a `size`, as at DiceBear. */
const rasterSize = 128;

/** Draws an avatar as DiceBear's server does. Lists unknown options in a header. */
export async function answerDicebear(request: DicebearRequest) {
  const { style, format, common } = request;
  if (!dicebearNames.includes(style))
    throw image.error(
      "not_found",
      `path.style must be one of ${dicebearNames.join(", ")}: it is ${JSON.stringify(style)}`,
      { at: "path.style" },
    );
  const loaded = await loadStyle(style);
  const { options, ignored } = readOthers(request, loaded.schemas);
  const headers = ignored.length > 0 ? { "x-ignored-options": ignored.join(" ") } : {};
  if (format === "schema.json")
    return reply(JSON.stringify(loaded.schemas), { type: "application/schema+json", headers });
  const isText = format === "svg" || format === "json";
  const all = { seed: "", ...(!isText && { size: rasterSize }), ...common, ...options };
  const { svg, extra } = loaded.draw(all);
  if (format === "json") return reply({ svg, extra }, { headers });
  const side = Number((all as DicebearOptions).size);
  return toFileAnswer(
    await buildAnswer(
      {
        ...{ svg, width: side, height: side, alt: "", contrast: undefined, headers },
        ...(style === "initials" && { outlined: outlineInitials(svg, extra) }),
        ...(style === "initials" && { texts: [String(extra.initials)] }),
      },
      { format: toFormat(format), scale: 1, response: "binary" },
    ),
  );
}

/** Parses the options that not all styles have, and lists those that this style doesn't have either. */
function readOthers(
  { others, at }: DicebearRequest,
  schemas: Awaited<ReturnType<typeof loadStyle>>["schemas"],
) {
  const options: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [given, texts] of Object.entries(others)) {
    // PHP and the library qs write lists as `eyes[0]=a&eyes[]=b`.
    const name = given.replace(/\[\d*\]$/, "");
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    // Random ids would make the same URL return different images.
    if (!schema || name === "randomizeIds") ignored.push(encodeURIComponent(name.slice(0, 64)));
    else options[name] = parseOption(texts, { schema, at: `${at}.${name}` });
  }
  return { options, ignored: ignored.slice(0, 20) };
}

function toFormat(format: Exclude<DicebearRequest["format"], "json" | "schema.json">): Format {
  return format === "jpeg" ? "jpg" : format;
}

/** Replaces the letters by outlines: the renderer of raster images has no fonts. */
function outlineInitials(svg: string, extra: Readonly<Record<string, unknown>>): string {
  const size = Number(extra.fontSize);
  const weight = Number(extra.fontWeight) >= 600 ? 700 : 400;
  const layout = layoutTextNow(String(extra.initials), { size, weight });
  const drawn = outlines(layout, {
    x: 50 - layout.width / 2,
    y: 50 + 0.356 * size - (layout.lines[0]?.baseline ?? 0),
    fill: escapeXml(String(extra.textColor)),
  });
  return svg.replace(/<text [^>]*>[^<]*<\/text>/, () => String(drawn ?? ""));
}
