import { createRequire } from "node:module";
import { openTexts } from "hub/data-file";

const texts = openTexts(new URL("./highlight.txt", import.meta.url), ["languages"])();

/** A piece of code in one colour. */
export interface CodeToken {
  text: string;
  color: string;
}

/** The grammars of file extensions, by their names in shiki. */
const languages = texts.languages;

const require = createRequire(import.meta.url);

/** Colours code by the extension of its file name, by default as TypeScript. Returns its lines. */
export function highlight(
  code: string,
  { fileName = "", isDark }: { fileName?: string | undefined; isDark: boolean },
): CodeToken[][] {
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  const lang = languages[extension] ?? "typescript";
  const theme = isDark ? "github-dark-default" : "github-light-default";
  // With a time limit, the first call would leave lines uncoloured, because it compiles the patterns.
  const options = { lang, theme, tokenizeTimeLimit: 0 };
  const { tokens } = openHighlighter(lang).codeToTokens(code, options);
  return tokens.map((line) =>
    line.map(({ content, color }) => ({ text: content, color: color ?? "" })),
  );
}

type Highlighter = ReturnType<typeof import("shiki/core").createHighlighterCoreSync>;

let highlighter: Highlighter | undefined;

/** Loads a grammar on first use: all of them would take seconds. */
function openHighlighter(lang: string): Highlighter {
  highlighter ??= createHighlighter();
  if (!highlighter.getLoadedLanguages().includes(lang))
    highlighter.loadLanguageSync(require(`shiki/langs/${lang}.mjs`).default);
  return highlighter;
}

function createHighlighter(): Highlighter {
  const { createHighlighterCoreSync } = require("shiki/core") as typeof import("shiki/core");
  const { createJavaScriptRegexEngine } =
    require("shiki/engine/javascript") as typeof import("shiki/engine/javascript");
  return createHighlighterCoreSync({
    themes: ["dark", "light"].map(
      (name) => require(`shiki/themes/github-${name}-default.mjs`).default,
    ),
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}
