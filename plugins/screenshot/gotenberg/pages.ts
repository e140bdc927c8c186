import type { MadePage } from "hub";
import { renderArticle } from "../markdown.ts";
import { invalid } from "../page/checks.ts";
import screenshot from "../plugin.ts";

/** The page that a form's files are, `index.html` first, with the others beside it. */
export async function buildPage(files: readonly File[]): Promise<MadePage> {
  const { index, others } = await divide(files);
  return { html: index, files: others };
}

/** The same, where `{{ toHTML "notes.md" }}` in `index.html` stands for a file of Markdown. */
export async function buildMarkdownPage(files: readonly File[]): Promise<MadePage> {
  const { index, others } = await divide(files);
  if (!Object.keys(others).some((path) => path.endsWith(".md")))
    throw invalid("body.files", "have a file of Markdown beside index.html, ending in .md");
  const parts = index.split("{{");
  const html = parts.map((part, at) => (at === 0 ? part : fill(part, others))).join("");
  return { html, files: others };
}

/** What stands after two braces, with the Markdown that it names in place of it. */
function fill(part: string, files: Readonly<Record<string, Uint8Array>>): string {
  const end = part.indexOf("}}");
  const [, name] = /^\s?toHTML\s+"([^"]*)"\s?$/.exec(part.slice(0, Math.max(0, end))) ?? [];
  if (end === -1 || name === undefined)
    throw invalid(
      "body.files",
      `have {{ toHTML "name.md" }} in index.html wherever it has two braces: it has "{{${part.slice(0, 40)}"`,
    );
  const path = `/${name}`;
  const bytes = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!bytes) throw invalid("body.files", `have the file "${name}" that index.html names`);
  return renderArticle(new TextDecoder().decode(bytes)) + part.slice(end + 2);
}

async function divide(files: readonly File[]) {
  const names = files.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw invalid("body.files", `have each name once: "${twice}" is twice`);
  const odd = names.find((name) => !/^[^/\\]{1,200}$/.test(name) || /^\.+$/.test(name));
  if (odd !== undefined)
    throw invalid("body.files", `have the names of files without folders: "${odd}" is none`);
  const main = files.find(({ name }) => name === "index.html");
  if (!main) throw invalid("body.files", "have the file index.html");
  const { htmlMax } = screenshot.limits;
  if (main.size > htmlMax)
    throw invalid(
      "body.files",
      `have an index.html of at most ${htmlMax} bytes: it has ${main.size}`,
    );
  const others = await Promise.all(
    files
      .filter((file) => file !== main)
      .map(async (file) => [`/${file.name}`, await file.bytes()] as const),
  );
  return { index: await main.text(), others: Object.fromEntries(others) };
}
