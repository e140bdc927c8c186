/** Trusted HTML: markup written in our code, with escaped text. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

/** A value that can be inserted in a template. `false`, `undefined` and `null` insert nothing. */
type Hole = Html | string | number | false | undefined | null | readonly Hole[];

/** Builds HTML from a template. Escapes all values except HTML. */
export function html(parts: TemplateStringsArray, ...holes: Hole[]): Html {
  return new Html(parts.reduce((markup, part, index) => markup + render(holes[index - 1]) + part));
}

/**
 * Renders Markdown. Escapes HTML in it. Links may only lead to pages and mailboxes, and images must be on
 * this hub.
 */
export function markdown(text: string): Html {
  const markup = Bun.markdown.html(text, {
    noHtmlBlocks: true,
    noHtmlSpans: true,
    autolinks: true,
  });
  const hasUrls = markup.includes("<a ") || markup.includes("<img ");
  return new Html(hasUrls ? removeUnsafeUrls(markup) : markup);
}

/** Removes URLs that could run code, and images that would reveal readers of the page to another host. */
function removeUnsafeUrls(markup: string): string {
  return new HTMLRewriter()
    .on("a", {
      element(link) {
        const to = link.getAttribute("href") ?? "";
        if (!pathForm.test(to) && !/^(?:https?:|mailto:)/i.test(to)) link.removeAttribute("href");
      },
    })
    .on("img", {
      element(image) {
        const from = image.getAttribute("src") ?? "";
        if (!pathForm.test(from) || /^\/[/&]/.test(from)) image.removeAttribute("src");
      },
    })
    .transform(markup);
}

/** Matches a URL without a scheme, also after a browser has decoded it. */
const pathForm = /^[^:&%\\/?#]*(?:[/?#]|$)/;

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return Bun.escapeHTML(text);
}

function render(hole: Hole): string {
  if (hole === undefined || hole === null || hole === false) return "";
  if (hole instanceof Html) return hole.markup;
  if (Array.isArray(hole)) return hole.map(render).join("");
  return Bun.escapeHTML(String(hole));
}
