import { type MadePage, readPackageFile } from "hub";

// Formulas and code are rendered in the page instead of the hub, which bounds the time and memory they take.
const renderFormulas = `for (const formula of document.querySelectorAll("[data-math]"))
  katex.render(formula.textContent, formula, { displayMode: formula.dataset.math === "block", throwOnError: false, maxSize: 50, maxExpand: 500 });`;
const highlightCode = `for (const code of document.querySelectorAll("pre code[class^=language-]")) hljs.highlightElement(code);`;

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
