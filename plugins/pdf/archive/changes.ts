const sentences = {
  actions: "Removed actions and scripts that PDF/A forbids",
  annotations: "Removed annotations of types that PDF/A forbids",
  hidden_annotations: "Removed hidden annotations",
  printed_annotations: "Set annotations to be printed",
  undrawn_annotations: "Removed annotations without an appearance",
  drawn_annotations: "Drew annotations without an appearance",
  attachments: "Removed attached files",
  described_attachments: "Described attached files",
  xfa: "Removed XFA data",
  signatures: "Removed signatures",
  encryption: "Removed the encryption",
  permissions: "Removed permissions and requirements of the document",
  presentations: "Removed presentation steps",
  layers: "Changed the states of layers that PDF/A forbids",
  graphics: "Removed graphics settings that PDF/A forbids",
  images: "Removed alternates and interpolation of images",
  postscript: "Removed PostScript code and references to other files",
  contents: "Corrected content streams",
  colors: "Defined device colours by an ICC profile",
  embedded_fonts: "Embedded fonts",
  font_entries: "Corrected entries of fonts",
  metadata: "Removed properties of the metadata",
} as const;

/** The kinds of changes that a conversion makes. */
export type Change = keyof typeof sentences;

/** Counts what a conversion changes, with the names of what it concerns. */
export class Changes {
  readonly #counts = new Map<Change, number>();
  readonly #details = new Map<Change, Set<string>>();

  add(change: Change, detail?: string): void {
    this.#counts.set(change, (this.#counts.get(change) ?? 0) + 1);
    if (detail === undefined) return;
    const details = this.#details.get(change) ?? new Set();
    this.#details.set(change, details.add(detail));
  }

  /** Returns the counts as the value of a header: `actions=2,xfa=1`. */
  toHeader(): string {
    return [...this.#counts].map(([change, count]) => `${change}=${count}`).join(",");
  }

  /** Returns a sentence for each kind of change. */
  toSentences(): string[] {
    return [...this.#counts].map(([change, count]) => {
      const details = [...(this.#details.get(change) ?? [])].slice(0, detailsMax);
      const list = details.length > 0 ? ` (${details.join(", ")})` : "";
      return `${sentences[change]}: ${count}${list}`;
    });
  }
}

const detailsMax = 10;
