import { file, group, oneOf, type Static, t } from "hub";
import invoice from "../plugin.ts";
import { lookFields } from "./fields.ts";
import { receivedInvoice } from "./received.ts";
import { fileAnswer } from "./response.ts";

const { receivedBytesMax } = invoice.limits;
const size = `at most ${receivedBytesMax / 2 ** 20} MiB`;

/** Rule sets that a caller can choose. */
const ruleSets = ["en16931", "xrechnung", "peppol"] as const;

/** The fields that a raw body fills, by media type. */
export const rawInvoice = {
  "application/xml": "file",
  "text/xml": "file",
  "application/pdf": "file",
} as const;

const { locale, template, accent_color, paper } = lookFields;

/** Body of a received invoice. */
export const readBody = t.Object({
  file: t.Optional(
    file({
      description: `The invoice as XML or as a PDF with embedded XML, ${size}, as a form part`,
    }),
  ),
  file_base64: t.Optional(
    t.String({
      minLength: 1,
      description: `The invoice, ${size}, in base64, alone or as a data URI`,
    }),
  ),
  xml: t.Optional(t.String({ minLength: 1, description: "The invoice as XML text" })),
  rules: oneOf(["auto", ...ruleSets], {
    default: "auto",
    description: "Rule set; `auto` chooses the one that the invoice declares to follow",
  }),
  ...group("Response", {
    response: oneOf(["json", "binary"], {
      default: "json",
      description: "The fields and the violations, or a readable PDF of the invoice",
    }),
    pdf: t.Boolean({
      default: false,
      description: "With `response` json: whether to include the PDF in base64",
    }),
  }),
  ...group("Look", { locale, template, accent_color, paper }),
});

export type ReadBody = Static<typeof readBody>;

/** JSON response for a received invoice. */
export const readAnswer = t.Object({
  syntax: oneOf(["ubl", "cii"], { description: "Syntax of the XML: OASIS UBL or UN/CEFACT CII" }),
  embedded_as: t.Union([t.String(), t.Null()], {
    description: "File name of the XML in the PDF; null for an XML file",
  }),
  rule_set: oneOf(ruleSets, { description: "Rule set that was checked" }),
  rules_checked: t.Integer({ description: "Number of rules checked" }),
  rules_date: t.Union([t.String(), t.Null()], {
    description: "Date of the newest release of the official rules that the hub has",
  }),
  valid: t.Union([t.Boolean(), t.Null()], {
    description:
      "Whether no rule is violated, warnings aside. The rules are those of the specification; the order of elements is not checked. Null if the hub has no rules",
  }),
  valid_reason: t.Union([t.String(), t.Null()], { description: "Why `valid` is null" }),
  violations: t.Array(
    t.Object({
      rule: t.String({ description: "Name of the rule, such as `BR-CO-15`" }),
      severity: oneOf(["error", "warning"], { description: "Severity in the official validator" }),
      term: t.String({
        description: "Business term of EN 16931, such as `BT-112`. Empty if the rule has none",
      }),
      path: t.String({ description: "Path in `invoice`, such as `lines.0.net`" }),
      message: t.String({ description: "The requirement of the rule" }),
    }),
    { description: "The violated rules" },
  ),
  invoice: receivedInvoice,
  ...fileAnswer,
});
