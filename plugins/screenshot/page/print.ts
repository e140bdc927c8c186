import { group, oneOf, type PrintOptions, type Static, t } from "hub";
import screenshot from "../plugin.ts";
import { invalid } from "./checks.ts";
import { contentFormats } from "./formats.ts";

const { paperMmMin, paperMmMax, templateMax } = screenshot.limits;

/** Paper sizes in millimetres. */
const papers = {
  a3: [297, 420],
  a4: [210, 297],
  a5: [148, 210],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  tabloid: [279.4, 431.8],
} as const;

const side = (what: string) =>
  t.Optional(
    t.Number({
      minimum: paperMmMin,
      maximum: paperMmMax,
      description: `${what} of the paper in millimetres, instead of that of \`paper\``,
    }),
  );

/** The fields for a PDF, which have no effect on images and are rejected with them. */
export const printFields = group("PDF", {
  paper: t.Optional(
    oneOf(Object.keys(papers) as (keyof typeof papers)[], {
      description: "Paper size of a PDF. Default: a4",
    }),
  ),
  paper_width: side("Width"),
  paper_height: side("Height"),
  landscape: t.Optional(t.Boolean({ description: "Whether the paper is turned. Default: false" })),
  page_margin: t.Optional(
    t.Number({
      minimum: 0,
      maximum: 200,
      description: "Width of all margins in millimetres. Default: 10",
    }),
  ),
  print_scale: t.Optional(
    t.Number({ minimum: 0.1, maximum: 2, description: "Scale of the content. Default: 1" }),
  ),
  page_ranges: t.Optional(
    t.String({
      pattern: "^\\s*\\d{1,5}\\s*(-\\s*\\d{1,5}\\s*)?(,\\s*\\d{1,5}\\s*(-\\s*\\d{1,5}\\s*)?)*$",
      maxLength: 100,
      errorMessage: "pages such as 1-3, 5",
      description: "Pages of the PDF, such as `1-3, 5`. Default: all",
    }),
  ),
  print_background: t.Optional(
    t.Boolean({ description: "Whether backgrounds are printed. Default: true" }),
  ),
  media: t.Optional(
    oneOf(["print", "screen"], { description: "Media type of the style sheets. Default: print" }),
  ),
  single_page: t.Optional(
    t.Boolean({ description: "Whether the paper is as high as the content. Default: false" }),
  ),
  css_page_size: t.Optional(
    t.Boolean({
      description: "Whether `@page` rules of the page override the paper. Default: false",
    }),
  ),
  tagged: t.Optional(
    t.Boolean({
      description:
        "Whether the PDF has tags for screen readers and an outline of its headings. Default: true",
    }),
  ),
});

const template = (where: string) =>
  t.Optional(
    t.String({
      minLength: 1,
      maxLength: templateMax,
      description: `HTML for the ${where} margin of each page, with its own font size. Elements of the classes \`date\`, \`title\`, \`url\`, \`pageNumber\` and \`totalPages\` are filled in`,
    }),
  );

/** The fields for a PDF in a body only. */
export const templateFields = group("PDF", {
  header: template("upper"),
  footer: template("lower"),
});

const _fields = t.Object({ ...printFields, ...templateFields });
type PrintRequest = Static<typeof _fields>;

/** Options of elements, and of images, that other formats can't have. */
const elementFields = ["selector", "selectors", "selector_all", "padding"] as const;
const imageFields = ["clip", "resize_width", "background", "frame"] as const;

type LayoutRequest = PrintRequest & { format: string } & {
  [Name in (typeof elementFields)[number] | (typeof imageFields)[number]]?: unknown;
};

/** Throws `invalid_input` if a request has options that its format doesn't. `part` is the location of its fields. */
export function checkFormat(options: LayoutRequest, part: string): void {
  const { format } = options;
  const isGiven = (name: keyof LayoutRequest) =>
    options[name] !== undefined && !(name === "frame" && options[name] === "none");
  const isContent = (contentFormats as readonly string[]).includes(format);
  if (format !== "pdf") {
    const given = (Object.keys(_fields.properties) as (keyof PrintRequest)[]).find(isGiven);
    if (given) throw invalid(`${part}.${given}`, 'be omitted unless format is "pdf"');
    if (!isContent) return;
  }
  const hasElements = format === "html" || format === "text";
  const unusable = [...(hasElements ? ["padding" as const] : elementFields), ...imageFields].find(
    isGiven,
  );
  if (unusable) throw invalid(`${part}.${unusable}`, `be omitted if format is "${format}"`);
}

/** Returns the print options of a request with `format=pdf`, or undefined. Throws `invalid_input`. */
export function buildPrint(
  options: PrintRequest & { format: string },
  part: string,
): PrintOptions | undefined {
  if (options.format !== "pdf") return undefined;
  const [paperWidth, paperHeight] = papers[options.paper ?? "a4"];
  const { page_margin: margin = 10, page_ranges: pageRanges, tagged = true } = options;
  const { header, footer } = options;
  const inches = margin / 25.4;
  return checkSpace(
    {
      paper: {
        width: (options.paper_width ?? paperWidth) / 25.4,
        height: (options.paper_height ?? paperHeight) / 25.4,
      },
      margins: { top: inches, right: inches, bottom: inches, left: inches },
      landscape: options.landscape ?? false,
      scale: options.print_scale ?? 1,
      backgrounds: options.print_background ?? true,
      media: options.media ?? "print",
      ...(pageRanges !== undefined && { pageRanges }),
      ...(header !== undefined && { header }),
      ...(footer !== undefined && { footer }),
      singlePage: options.single_page ?? false,
      cssPageSize: options.css_page_size ?? false,
      tagged,
      outline: tagged,
    },
    `${part}.page_margin`,
  );
}

/** Throws `invalid_input` unless the margins leave space for the content. `at` is the location of a margin. */
export function checkSpace(options: PrintOptions, at: string): PrintOptions {
  const { paper, margins, landscape } = options;
  const { width, height } = landscape ? { width: paper.height, height: paper.width } : paper;
  const space = Math.min(
    width - margins.left - margins.right,
    height - margins.top - margins.bottom,
  );
  if (space < 0.4) throw invalid(at, "leave at least 10 mm of the paper for the content");
  return options;
}
