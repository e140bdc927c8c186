import type { MadePage } from "hub";
import { renderArticle } from "../markdown.ts";
import { addAssets } from "../markdown-assets.ts";
import { invalid } from "../page/checks.ts";

/** Builds the page from a form's files: `index.html`, and the files it refers to. */
export async function buildPage(files: readonly File[]): Promise<MadePage> {
  const { index, others } = await divide(files);
  return { html: index, files: others };
}

const includesMax = 100;

/** Builds the page with every `{{ toHTML "notes.md" }}` in `index.html` replaced by the rendered Markdown file. */
export async function buildMarkdownPage(files: readonly File[]): Promise<MadePage> {
  const { index, others } = await divide(files);
  if (!Object.keys(others).some((path) => path.endsWith(".md")))
    throw invalid("body.files", "have a Markdown file in addition to index.html, ending in .md");
  const parts = index.split("{{");
  // Each inclusion is rendered.
  if (parts.length > includesMax + 1)
    throw invalid("body.files", `have at most ${includesMax} inclusions in index.html`);
  const html = parts.map((part, at) => (at === 0 ? part : fill(part, others))).join("");
  return addAssets({ html, files: others });
}

/** Renders the Markdown file named after two braces, followed by the rest of the part. */
function fill(part: string, files: Readonly<Record<string, Uint8Array>>): string {
  const end = part.indexOf("}}");
  const [, name] = /^\s?toHTML\s+"([^"]*)"\s?$/.exec(part.slice(0, Math.max(0, end))) ?? [];
  if (end === -1 || name === undefined)
    throw invalid(
      "body.files",
      `only have {{ toHTML "name.md" }} in index.html after two braces: it has "{{${part.slice(0, 40)}"`,
    );
  const path = `/${name}`;
  const bytes = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!bytes) throw invalid("body.files", `have the file "${name}" that index.html refers to`);
  return renderArticle(new TextDecoder().decode(bytes)) + part.slice(end + 2);
}

async function divide(files: readonly File[]) {
  const names = files.map(({ name }) => name);
  const duplicate = names.find((name, at) => names.indexOf(name) < at);
  if (duplicate !== undefined)
    throw invalid("body.files", `have distinct names: "${duplicate}" occurs more than once`);
  const invalidName = names.find((name) => !/^[^/\\]{1,200}$/.test(name) || /^\.+$/.test(name));
  if (invalidName !== undefined)
    throw invalid("body.files", `have file names without folders: "${invalidName}" is invalid`);
  const main = files.find(({ name }) => name === "index.html");
  if (!main) throw invalid("body.files", "have the file index.html");
  const others = await Promise.all(
    files
      .filter((file) => file !== main)
      .map(async (file) => [`/${file.name}`, await file.bytes()] as const),
  );
  return { index: await main.text(), others: Object.fromEntries(others) };
}
