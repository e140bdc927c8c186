import { file, group, oneOf, type Static, t } from "hub";
import { answerFields } from "../input/request.ts";
import pdf from "../plugin.ts";

const { passwordMax, fileBytesMax, comparePagesMax } = pdf.limits;
const size = `at most ${fileBytesMax / 2 ** 20} MiB and ${comparePagesMax} pages`;
const password = (which: string) =>
  t.Optional(
    t.String({
      maxLength: passwordMax,
      format: "password",
      description: `The password of the ${which} PDF, if it is encrypted`,
    }),
  );

/** The request body for comparing two files. */
export const compareBody = t.Object({
  before: t.Optional(file({ description: `The first PDF, ${size}, as a form part` })),
  after: t.Optional(file({ description: `The second PDF, ${size}, as a form part` })),
  before_base64: t.Optional(t.String({ description: "The first PDF in base64" })),
  after_base64: t.Optional(t.String({ description: "The second PDF in base64" })),
  ...group("Protection", {
    before_password: password("first"),
    after_password: password("second"),
  }),
  format: oneOf(["json", "pdf"], {
    default: "json",
    description:
      "`json` lists the differences. `pdf` returns the pages of both files in turns, with the differences marked as comments: red for deleted, green for inserted, blue for moved words, and orange for pictures",
  }),
  pictures: t.Boolean({
    default: true,
    description: "Whether to compare the rendered pages, too, except for words that differ",
  }),
  ...group("Response", {
    response: answerFields.response,
    filename: answerFields.filename,
  }),
});

export type CompareBody = Static<typeof compareBody>;

const number = (description: string) => t.Number({ description });
const area = t.Object({
  page: t.Integer({ description: "The page number in its file, starting at 1" }),
  x: number("Distance from the left edge of the displayed page, in points"),
  y: number("Distance from its upper edge"),
  w: number("Width"),
  h: number("Height"),
});
const areas = (description: string) => t.Array(area, { description });
const page = (which: string) =>
  t.Union([t.Integer(), t.Null()], {
    description: `The page number in the ${which} file; null if it has no such page`,
  });

/** The differences of two files. */
export const differences = t.Object({
  equal: t.Boolean({ description: "Whether no difference was found" }),
  pages_before: t.Integer({ description: "Number of pages of the first file" }),
  pages_after: t.Integer({ description: "Number of pages of the second file" }),
  inserted_words: t.Integer({ description: "Number of words that only the second file has" }),
  deleted_words: t.Integer({ description: "Number of words that only the first file has" }),
  moved_words: t.Integer({ description: "Number of words at another place of the text" }),
  pages: t.Array(
    t.Object({
      change: oneOf(["none", "changed", "inserted", "deleted"], {
        description: "The kind of change of the page",
      }),
      before: page("first"),
      after: page("second"),
      resized: t.Boolean({ description: "Whether the page has another size" }),
      words: t.Array(
        t.Object({
          kind: oneOf(["inserted", "deleted", "moved"], { description: "The kind of change" }),
          text: t.String({ description: "The words" }),
          before: areas("Their areas in the first file, one for each line"),
          after: areas("Their areas in the second file"),
        }),
        { description: "Changed words. Moved words are listed with the page that they moved to" },
      ),
      pictures: t.Union(
        [areas("Areas that look different, on the page of the second file"), t.Null()],
        {
          description: "Null if the pictures were not compared",
        },
      ),
    }),
    { description: "The pages of both files, in order" },
  ),
});

export type Differences = Static<typeof differences>;
