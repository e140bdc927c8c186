// The hub's functions in a page. Evaluated once in a world of its own: see world.ts.
globalThis.hub = {
  /** Adds style sheets, made by script so that no policy of the page's keeps them out. */
  addStyles(texts) {
    const sheets = texts.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  },

  /** Whether all that was asked for is there, and what would differ if a script changed the page. */
  look() {
    const images = [...document.images].filter(({ loading }) => loading !== "lazy");
    return {
      isReady:
        document.readyState === "complete" &&
        document.fonts.status === "loaded" &&
        images.every(({ complete }) => complete),
      hasScripts: document.scripts.length > 0,
      looks: [
        document.getElementsByTagName("*").length,
        document.documentElement?.scrollHeight,
        document.documentElement?.textContent?.length,
        location.href,
      ].join(),
    };
  },

  async decodeImages() {
    const images = [...document.images].filter((image) => image.complete && image.naturalWidth);
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
  },

  /** Has images load that would wait to be seen. */
  unlazy() {
    const lazy = document.querySelectorAll("img[loading=lazy],iframe[loading=lazy]");
    for (const element of lazy) element.setAttribute("loading", "eager");
    return {
      hasScripts: document.scripts.length > 0,
      hasLazy: lazy.length > 0,
      viewport: innerHeight,
    };
  },

  /** Scrolls, and answers the height of the page. */
  scrollTo(top) {
    window.scrollTo({ top, behavior: "instant" });
    return document.documentElement?.scrollHeight ?? 0;
  },

  /** Scrolls to an element, and answers whether there is something in it to load. */
  scrollIntoView(selector) {
    const element = this.find(selector)?.[0];
    element?.scrollIntoView({ block: "center", behavior: "instant" });
    for (const image of element?.querySelectorAll("img[loading=lazy]") ?? [])
      image.setAttribute("loading", "eager");
    return element?.matches("img") || Boolean(element?.querySelector("img"));
  },

  /**
   * What follows the reader down the page is to be there once: at the top where it hangs from the
   * top, and at the end where it stands at the bottom.
   */
  pinOnce() {
    const { scrollHeight } = document.documentElement;
    for (const element of document.querySelectorAll("body *")) {
      const { position, bottom, top } = getComputedStyle(element);
      if (position !== "fixed" && position !== "sticky") continue;
      const set = (name, value) => element.style.setProperty(name, value, "important");
      if (position === "sticky") {
        set("position", "relative");
        set("inset", "auto");
        continue;
      }
      const box = element.getBoundingClientRect();
      // What covers the window is a backdrop, and covers the page.
      if (box.height === 0 || box.height >= innerHeight * 0.9) continue;
      const isLow = top === "auto" || (bottom !== "auto" && box.top > innerHeight / 2);
      set("position", "absolute");
      const parent = this.originFor(element);
      const place = isLow ? scrollHeight - innerHeight + box.top : box.top;
      set("top", `${place - parent.top}px`);
      set("bottom", "auto");
      set("left", `${box.left - parent.left}px`);
      set("width", `${box.width}px`);
      set("box-sizing", "border-box");
    }
  },

  /** Where the coordinates of an absolutely placed element begin. */
  originFor({ offsetParent }) {
    const isPlaced = offsetParent && getComputedStyle(offsetParent).position !== "static";
    return isPlaced ? offsetParent.getBoundingClientRect() : { top: 0, left: 0 };
  },

  /** What moves is where it comes to rest, or where it began if it never does. */
  endAnimations() {
    for (const animation of document.getAnimations())
      try {
        animation.finish();
      } catch {
        animation.cancel();
      }
  },

  title: () => document.title.slice(0, 500),

  /** A phone makes a page that was not made for one wider than its window. */
  pageSize() {
    const { documentElement: root, body } = document;
    return {
      width: root?.clientWidth ?? innerWidth,
      height: Math.max(root?.scrollHeight ?? 0, body?.scrollHeight ?? 0),
    };
  },

  /** All elements of a selector; nothing of what is no selector. */
  find(selector) {
    try {
      return document.querySelectorAll(selector);
    } catch {
      return undefined;
    }
  },

  /** Where the first element of a selector is that can be seen; "invalid" of what is no selector. */
  boxOf(selector) {
    const found = this.find(selector);
    if (!found) return "invalid";
    for (const element of found) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const isSeen = width > 0 && height > 0 && getComputedStyle(element).visibility !== "hidden";
      if (isSeen) return { x: x + scrollX, y: y + scrollY, width, height };
    }
    return null;
  },
};
