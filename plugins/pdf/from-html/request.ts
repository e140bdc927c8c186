import { file, group, oneOf, type Static, t } from "hub";
import { answerFields } from "../input/request.ts";
import pdf from "../plugin.ts";

const { htmlMax, htmlFilesMax } = pdf.limits;

/** Paper sizes in millimetres. */
export const paperSizes = {
  a3: [297, 420],
  a4: [210, 297],
  a5: [148, 210],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
} as const;

const template = (where: string) =>
  t.Optional(
    t.String({
      minLength: 1,
      maxLength: 16_384,
      description: `HTML for the ${where} margin of each page, with its own font size. Elements of the classes \`date\`, \`title\`, \`pageNumber\` and \`totalPages\` are filled in`,
    }),
  );

/** The request body for printing HTML. */
export const htmlBody = t.Object({
  html: t.Optional(
    t.String({ minLength: 1, maxLength: htmlMax, description: "The page, unless it is a file" }),
  ),
  files: t.Optional(
    t.Array(file(), {
      maxItems: htmlFilesMax,
      description:
        "The files that the page refers to by name, such as images, fonts and style sheets, as form parts. Without `html`, `index.html` is the page",
    }),
  ),
  paper: oneOf(Object.keys(paperSizes) as (keyof typeof paperSizes)[], {
    default: "a4",
    description: "The paper size. `@page` rules of the page have precedence",
  }),
  landscape: t.Boolean({ default: false, description: "Whether the paper is turned" }),
  margin: t.Number({
    minimum: 0,
    maximum: 100,
    default: 10,
    description: "Width of all margins in millimetres",
  }),
  scale: t.Number({ minimum: 0.1, maximum: 2, default: 1, description: "Scale of the content" }),
  backgrounds: t.Boolean({ default: true, description: "Whether backgrounds are printed" }),
  header: template("upper"),
  footer: template("lower"),
  tagged: t.Boolean({
    default: true,
    description: "Whether the PDF has tags for screen readers, and bookmarks of the headings",
  }),
  ...group("Access", {
    javascript: t.Boolean({ default: false, description: "Whether the page's scripts run" }),
    network: t.Boolean({
      default: false,
      description:
        "Whether the page may load files from public addresses. Without it, the page has only `files` and data URIs",
    }),
  }),
  ...answerFields,
});

export type HtmlBody = Static<typeof htmlBody>;
