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

/** Renders the Markdown of a description. Markup inside it comes out as text. */
export function markdown(text: string): Html {
  return new Html(
    Bun.markdown.html(text, { noHtmlBlocks: true, noHtmlSpans: true, autolinks: true }),
  );
}

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
