import { asTable } from "hub";

/** Values that a page names in its content: by microdata, `rel="author"`, bylines and `<time>`. */
export interface ContentFacts {
  headline?: string;
  description?: string;
  date?: string;
  publisher?: string;
  authors: string[];
  /** Text of the first link with `rel="author"`, or in a byline. */
  authorLink?: string;
  /** Value of the first `<time>` that is marked as the time of publication. */
  time?: string;
}

type Tag = HTMLRewriterTypes.Element;
type Scope = "content" | "author" | "publisher" | "other";

/** Types of https://schema.org whose author and date are those of the page. Reviews, comments and answers aren't. */
const isContentType = (type: string) =>
  /\/\w{0,40}(?:Article|Posting|WebPage)$/.test(type) ||
  /\/(?:VideoObject|Recipe|Book|CreativeWork|Report|Course)$/.test(type) ||
  /\/(?:Product|QAPage|Question)$/.test(type);

const contentProperties = ["", "mainentity", "mainentityofpage", "video", "blogpost"];

/** Elements without an end tag. */
const voidElements = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
);

const textMax = 1000;
const authorsMax = 10;
const depthMax = 100;

/** Collects the values while the tags of a page are read. */
export class ContentReader {
  readonly facts: ContentFacts = { authors: [] };
  readonly #isInTemplate: () => boolean;
  readonly #scopes: Scope[] = [];
  readonly #captures = new Set<{ text: string }>();
  #articles = 0;
  #articleTime: string | undefined;

  constructor(isInTemplate: () => boolean) {
    this.#isInTemplate = isInTemplate;
  }

  /** Adds the handlers to a reader of tags. */
  addTo(reader: HTMLRewriter): HTMLRewriter {
    return reader
      .on("article", { element: (tag) => this.#readArticle(tag) })
      .on("[itemscope], [itemprop]", {
        element: (tag) => this.#readItem(tag),
        text: ({ text }) => this.#addText(text),
      })
      .on('a[rel~="author" i], .byline a', {
        element: (tag) =>
          this.#capture(tag, (text) => {
            this.facts.authorLink ??= text;
          }),
        text: ({ text }) => this.#addText(text),
      })
      .on("time[datetime]", { element: (tag) => this.#readTime(tag) })
      .onDocument({ end: () => this.#useArticleTime() });
  }

  /** Whether a property at this place is one of the page, and not of a review, comment or other item. */
  get isInContent(): boolean {
    return this.#owner === "content";
  }

  get #owner(): Scope {
    return this.#scopes.at(-1) ?? "content";
  }

  #readArticle(tag: Tag): void {
    if (!this.#isInTemplate() && tag.tagName === "article") this.#articles++;
  }

  /** Reads the time of publication. Other times can be of events or comments. */
  #readTime(tag: Tag): void {
    if (this.#isInTemplate()) return;
    const value = tag.getAttribute("datetime")?.trim();
    if (!value) return;
    const names = (tag.getAttribute("class") ?? "").toLowerCase().split(/\s/);
    const isMarked = ["published", "entry-date", "dt-published"].some((name) =>
      names.includes(name),
    );
    if (tag.hasAttribute("pubdate") || isMarked) this.facts.time ??= value;
    if (this.#articles === 1) this.#articleTime ??= value;
  }

  /** Uses the first time of an article if the page has only one. */
  #useArticleTime(): void {
    if (this.#articles === 1 && this.#articleTime) this.facts.time ??= this.#articleTime;
  }

  #readItem(tag: Tag): void {
    if (this.#isInTemplate()) return;
    const properties = (tag.getAttribute("itemprop") ?? "").toLowerCase().split(/\s/);
    const owner = this.#owner;
    if (!tag.hasAttribute("itemscope")) {
      for (const property of properties) this.#readProperty(property, { tag, owner });
      return;
    }
    const scope = this.#chooseScope(tag, { properties, owner });
    if (scope === "author") this.#readAuthor(tag);
    if (voidElements.has(tag.tagName) || this.#scopes.length >= depthMax) return;
    this.#scopes.push(scope);
    tag.onEndTag(() => {
      this.#scopes.pop();
    });
  }

  #chooseScope(
    tag: Tag,
    { properties, owner }: { properties: readonly string[]; owner: Scope },
  ): Scope {
    if (owner !== "content") return "other";
    if (properties.includes("author") || properties.includes("creator")) return "author";
    if (properties.includes("publisher")) return "publisher";
    const isContent = properties.some((property) => contentProperties.includes(property));
    const type = (tag.getAttribute("itemtype") ?? "").slice(0, 200).trim();
    return isContent && isContentType(type) ? "content" : "other";
  }

  /** Reads the author of an item: the name in it, or else all of its text. */
  #readAuthor(tag: Tag): void {
    const known = this.facts.authors.length;
    this.#capture(tag, (text) => {
      if (this.facts.authors.length === known) this.#addAuthor(text);
    });
  }

  #readProperty(property: string, { tag, owner }: { tag: Tag; owner: Scope }): void {
    const { facts } = this;
    if (owner === "author" && property === "name")
      this.#readValue(tag, (text) => this.#addAuthor(text));
    if (owner === "publisher" && property === "name")
      this.#readValue(tag, (text) => {
        facts.publisher ??= text;
      });
    if (owner !== "content") return;
    if (property === "author" || property === "creator")
      this.#readValue(tag, (text) => this.#addAuthor(text));
    const field = contentFields[property];
    if (field)
      this.#readValue(tag, (text) => {
        facts[field] ??= text;
      });
  }

  #addAuthor(name: string): void {
    const { authors } = this.facts;
    if (authors.length < authorsMax && !authors.includes(name)) authors.push(name);
  }

  /** Reads the value of an element: an attribute, or its text. */
  #readValue(tag: Tag, use: (text: string) => void): void {
    const value = tag.getAttribute("content") ?? tag.getAttribute("datetime");
    if (value === null) this.#capture(tag, use);
    else if (value.trim()) use(value.slice(0, textMax));
  }

  #capture(tag: Tag, use: (text: string) => void): void {
    if (this.#isInTemplate() || voidElements.has(tag.tagName)) return;
    if (this.#captures.size >= depthMax) return;
    const { tagName } = tag;
    const capture = { text: "" };
    this.#captures.add(capture);
    tag.onEndTag(({ name }) => {
      this.#captures.delete(capture);
      // Without its own end tag, such as that of `<p>`, the text can include other elements.
      if (name === tagName && capture.text.trim()) use(capture.text);
    });
  }

  #addText(text: string): void {
    for (const capture of this.#captures) if (capture.text.length < textMax) capture.text += text;
  }
}

const contentFields: Readonly<
  Record<string, "headline" | "description" | "date" | "publisher" | undefined>
> = asTable({
  headline: "headline",
  description: "description",
  datepublished: "date",
  uploaddate: "date",
  publisher: "publisher",
});
