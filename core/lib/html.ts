/** A piece of HTML: text that has been escaped, and markup that was written here. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

/** What may stand in a hole of a template: `false` and nothing leave it empty. */
export type Hole = Html | string | number | false | undefined | null | readonly Hole[];

/** Builds HTML. Every hole is escaped unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...holes: Hole[]): Html {
  return new Html(parts.reduce((markup, part, index) => markup + fill(holes[index - 1]) + part));
}

/**
 * Renders Markdown. Markup inside it comes out as text, a link leads to a page or a mailbox, and a picture
 * is one of the hub's own.
 */
export function markdown(text: string): Html {
  const markup = Bun.markdown.html(text, {
    noHtmlBlocks: true,
    noHtmlSpans: true,
    autolinks: true,
  });
  const hasAddresses = markup.includes("<a ") || markup.includes("<img ");
  return new Html(hasAddresses ? withSafeAddresses(markup) : markup);
}

/** Takes away the addresses that could run something, or tell another host who reads this. */
function withSafeAddresses(markup: string): string {
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

/** An address without a scheme, also of those that a browser finds when it has decoded it. */
const pathForm = /^[^:&%\\/?#]*(?:[/?#]|$)/;

/** Text as it stands between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return Bun.escapeHTML(text);
}

function fill(hole: Hole): string {
  if (hole === undefined || hole === null || hole === false) return "";
  if (hole instanceof Html) return hole.markup;
  if (Array.isArray(hole)) return hole.map(fill).join("");
  return Bun.escapeHTML(String(hole));
}
