import { type MadePage, readPackageFile } from "hub";

// Formulas, code and diagrams are rendered in the page instead of the hub, which bounds the time and memory they take.
const renderFormulas = `for (const formula of document.querySelectorAll("[data-math]"))
  katex.render(formula.textContent, formula, { displayMode: formula.dataset.math === "block", throwOnError: false, maxSize: 50, maxExpand: 500 });`;
const highlightCode = `for (const code of document.querySelectorAll("pre code[class^=language-]")) hljs.highlightElement(code);`;
// A diagram that can't be drawn stays as its text, with the reason.
const drawDiagrams = `mermaid.initialize({ startOnLoad: false, securityLevel: "strict", suppressErrorRendering: true, maxTextSize: 20000, maxEdges: 500, theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "default" });
(async () => {
  for (const [index, source] of [...document.querySelectorAll("[data-diagram]")].entries()) {
    const part = document.createElement("div");
    try {
      part.className = "diagram";
      part.innerHTML = (await mermaid.render("diagram-" + index, source.textContent)).svg;
      source.replaceWith(part);
    } catch (error) {
      part.className = "diagram-fault";
      part.textContent = "Cannot draw this diagram: " + String(error.message ?? error).split("\\n", 1)[0];
      source.after(part);
    }
  }
})();`;

const folder = "/.hub";

/** Adds the scripts, styles and fonts that the rendered Markdown of a page needs to a page. */
export async function addAssets({ html, files = {} }: MadePage): Promise<MadePage> {
  const assets: Record<string, Uint8Array> = {};
  let tags = "";
  if (html.includes(" data-math=")) {
    Object.assign(assets, await loadKatex());
    assets[`${folder}/formulas.js`] = Buffer.from(renderFormulas);
    tags += `<link rel="stylesheet" href="${folder}/katex.css"><script src="${folder}/katex.js"></script><script src="${folder}/formulas.js"></script>`;
  }
  if (html.includes('<code class="language-')) {
    assets[`${folder}/highlight.js`] = await readPackageFile(
      import.meta.resolve("@highlightjs/cdn-assets/highlight.min.js"),
    );
    assets[`${folder}/code.js`] = Buffer.from(highlightCode);
    tags += `<script src="${folder}/highlight.js"></script><script src="${folder}/code.js"></script>`;
  }
  if (html.includes(" data-diagram=")) {
    assets[`${folder}/mermaid.js`] = await readPackageFile(
      import.meta.resolve("@mermaid-js/tiny/dist/mermaid.tiny.js"),
    );
    assets[`${folder}/diagrams.js`] = Buffer.from(drawDiagrams);
    tags += `<script src="${folder}/mermaid.js"></script><script src="${folder}/diagrams.js"></script>`;
  }
  return { html: html + tags, files: { ...files, ...assets } };
}

let katex: Promise<Record<string, Uint8Array>> | undefined;

function loadKatex(): Promise<Record<string, Uint8Array>> {
  katex ??= readKatex();
  return katex;
}

async function readKatex(): Promise<Record<string, Uint8Array>> {
  const css = await readPackageFile(import.meta.resolve("katex/dist/katex.min.css"));
  const text = new TextDecoder().decode(css);
  const names = new Set(Array.from(text.matchAll(/fonts\/[\w-]+\.woff2/g), ([name]) => name));
  const fonts = [...names].map(
    async (name) =>
      [
        `${folder}/${name}`,
        await readPackageFile(import.meta.resolve(`katex/dist/${name}`)),
      ] as const,
  );
  return {
    [`${folder}/katex.css`]: css,
    [`${folder}/katex.js`]: await readPackageFile(import.meta.resolve("katex/dist/katex.min.js")),
    ...Object.fromEntries(await Promise.all(fonts)),
  };
}
