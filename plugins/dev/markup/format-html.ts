import { HubError } from "hub";
import { serialize } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as html from "prettier/plugins/html";
import * as postcss from "prettier/plugins/postcss";
import { formatWithPrettier } from "../code/prettier.ts";
import { readHtml, visitNodes } from "./read-html.ts";

interface FormatOptions {
  indent: number | "tab";
  width: number;
  whitespace: "css" | "strict" | "ignore";
}

/**
 * Formats HTML with its styles and scripts, and compares what browsers read before and after. Prettier misreads some
 * attributes without quotes: such HTML is formatted from what the browser's parser makes of it.
 */
export async function formatHtml(text: string, options: FormatOptions) {
  const expected = summarize(text);
  const warnings: string[] = [];
  let formatted = await formatSource(text, options);
  if (formatted === undefined || summarize(formatted) !== expected) {
    formatted = await format(serialize(readHtml(text), { treeAdapter: adapter }), options);
    warnings.push(
      summarize(formatted) === expected
        ? "The source is rewritten as browsers read it, with quotes, end tags and fewer character references: Prettier cannot keep the original"
        : "Browsers read other elements or texts from the result",
    );
  }
  return {
    formatted,
    bytes_in: Buffer.byteLength(text),
    bytes_out: Buffer.byteLength(formatted),
    warnings,
  };
}

/** An end tag of an element whose start tag may be omitted (HTML Standard, section 13.1.2.4), which Prettier rejects. */
const OPTIONAL_START = /closing tag "(?:html|head|body|tbody|colgroup)"/i;

/** Formats the source. Returns undefined if Prettier fails on HTML that browsers read. */
async function formatSource(text: string, options: FormatOptions): Promise<string | undefined> {
  try {
    return await format(text, options);
  } catch (error) {
    if (!(error instanceof HubError) || error.code !== "syntax_error") throw error;
    if ("line" in error.members && !OPTIONAL_START.test(error.message)) throw error;
    return undefined;
  }
}

function format(text: string, { whitespace, ...options }: FormatOptions): Promise<string> {
  return formatWithPrettier(text, {
    ...options,
    at: "body.html",
    parser: "html",
    plugins: [html, postcss, babel, estree],
    htmlWhitespaceSensitivity: whitespace,
  });
}

/** Returns the elements with their depth and attribute names, and the texts without white space. */
function summarize(text: string): string {
  const parts: string[] = [];
  visitNodes(readHtml(text), (node, depth) => {
    if ("attribs" in node) parts.push(`\n${depth} ${node.name} ${Object.keys(node.attribs)} `);
    else if (node.nodeType === 3 && !isCode(node.parent)) parts.push(node.data.replace(/\s+/g, ""));
  });
  return parts.join("");
}

/** Styles and scripts are formatted too. */
function isCode(parent: object | null): boolean {
  return parent !== null && "name" in parent && /^(?:style|script)$/.test(String(parent.name));
}
