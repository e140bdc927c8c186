// The hub's functions in a page. Evaluated once in an isolated world: see page-world.ts.

// @ts-expect-error page-world.ts evaluates `signs` before this file.
const { texts, beginnings, elements } = signs;
const [alone, dotted, busy] = [new Set(texts), new Set(beginnings), elements.join()];

globalThis.hub = {
  /** Adds style sheets. Created by script, so that the page's content security policy doesn't block them. */
  addStyles(texts) {
    if (this.isStyled) return;
    this.isStyled = true;
    const sheets = texts.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  },

  /** Returns the state of the page and its recent changes: see page-world.ts. */
  look() {
    this.watch();
    const { began, grown, changed } = this.seen;
    const now = performance.now();
    const [timersMs, isScripted] = this.readTimers();
    const hasScripts =
      isScripted || document.scripts.length > 0 || document.querySelector("[onload]") !== null;
    return {
      isReady:
        document.readyState === "complete" &&
        document.fonts.status === "loaded" &&
        this.shownImages().every(({ complete }) => complete),
      hasScripts,
      ageMs: now - began,
      grownMs: now - grown,
      changedMs: now - changed,
      expectedMs: Math.max(timersMs, this.animationsMs(), this.videosMs()),
      // Without scripts, a page doesn't load anything that needs a loading sign.
      sign: hasScripts ? this.sign() : "none",
      width: innerWidth,
      height: innerHeight,
    };
  },

  /** Waits until two frames are drawn. */
  nextFrames() {
    return new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)));
    });
  },

  /** Returns all images except lazy ones that aren't visible. */
  shownImages() {
    return [...document.images].filter((image) => image.loading !== "lazy" || this.isIn(image));
  },

  /** Checks whether an element has a box in the window. */
  isIn(element) {
    const { width, height, top, left, bottom, right } = element.getBoundingClientRect();
    const isSized = width > 0 && height > 0;
    return isSized && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  },

  /** Records when the page grows, and when anything in it changes. */
  watch() {
    const now = performance.now();
    if (!this.seen) {
      this.seen = { began: now, grown: now - 1000, changed: now - 1000, elements: 0, text: 0 };
      this.roots = new WeakSet();
      this.restless = new WeakMap();
      this.observer = new MutationObserver((records) => this.recordChanges(records));
    }
    const all = document.getElementsByTagName("*");
    this.trees = this.shadows(all);
    let elements = all.length;
    let text = document.documentElement?.textContent?.length ?? 0;
    for (const root of [document, ...this.trees]) {
      if (root !== document) {
        elements += root.querySelectorAll("*").length;
        text += root.textContent.length;
      }
      if (this.roots.has(root)) continue;
      this.roots.add(root);
      const what = { attributes: true, childList: true, characterData: true, subtree: true };
      this.observer.observe(root, what);
    }
    const { seen } = this;
    if (seen.elements > 0 && (elements > seen.elements || text > seen.text)) seen.grown = now;
    const place = `${document.documentElement?.scrollHeight} ${location.href}`;
    if (seen.place !== undefined && seen.place !== place) seen.changed = now;
    seen.place = place;
    seen.elements = Math.max(seen.elements, elements);
    seen.text = Math.max(seen.text, text);
  },

  /** Returns the open shadow trees of elements, recursively. */
  shadows(elements) {
    const roots = [];
    for (const { shadowRoot } of [...elements].slice(0, 20_000))
      if (shadowRoot) roots.push(shadowRoot, ...this.shadows(shadowRoot.querySelectorAll("*")));
    return roots;
  },

  /**
   * Records changes. An element that changes again and again is a clock, a ticker or a game, and doesn't end.
   */
  recordChanges(records) {
    const now = performance.now();
    for (const target of new Set(records.map((record) => record.target))) {
      const times = (this.restless.get(target) ?? 0) + 1;
      this.restless.set(target, times);
      if (times <= 4) this.seen.changed = now;
    }
  },

  /**
   * Returns what in-page-timers.js has measured: the time until all timers end, and whether there was a
   * script.
   */
  readTimers() {
    let result = [0, false];
    /** @param {any} event */
    const listen = ({ detail }) => {
      result = [Number(detail?.[0]) || 0, Boolean(detail?.[1])];
    };
    document.addEventListener("hub-timers-result", listen);
    document.dispatchEvent(new CustomEvent("hub-timers"));
    document.removeEventListener("hub-timers-result", listen);
    return result;
  },

  /** Returns the time until the animations that end soon are over. */
  animationsMs() {
    const left = document.getAnimations().map((animation) => {
      const { endTime, localTime } = animation.effect?.getComputedTiming() ?? {};
      const ms = (Number(endTime) - Number(localTime ?? 0)) / Math.abs(animation.playbackRate || 1);
      return animation.playState === "running" && ms <= 1500 ? ms : 0;
    });
    return Math.max(0, ...left);
  },

  /** Returns the time to wait for visible videos that lack their first frame. */
  videosMs() {
    const videos = [...document.querySelectorAll("video")].filter(
      (video) =>
        video.networkState === 2 && video.readyState < 2 && !video.poster && this.isIn(video),
    );
    return videos.length > 0 ? 100 : 0;
  },

  /** Returns whether the page shows a loading sign: in a part of it, or instead of its content. */
  sign() {
    const signs = this.signs();
    if (signs.length === 0) return "none";
    const half = (innerWidth * innerHeight) / 2;
    const covers = (element) => {
      const { width, height } = element.getBoundingClientRect();
      const { position } = getComputedStyle(element);
      return (position === "fixed" || position === "absolute") && width * height >= half;
    };
    for (const sign of signs)
      for (let element = sign; element && element !== document.body; )
        if (covers(element)) return "page";
        else element = element.parentElement ?? element.getRootNode().host;
    const images = [...document.images].filter((image) => image.complete && this.isIn(image));
    const area = images.reduce((sum, { width, height }) => sum + width * height, 0);
    const text = this.texts().reduce(
      (sum, { data }) => (this.saysLoading(data) ? sum : sum + data.trim().length),
      0,
    );
    return text >= 150 || area >= half / 2 ? "part" : "page";
  },

  /** Returns the visible elements that indicate loading. */
  signs() {
    const found = [document, ...this.trees]
      .flatMap((root) => [...root.querySelectorAll(busy)])
      .slice(0, 200);
    const moving = document.getAnimations().flatMap((animation) => {
      const effect = /** @type {KeyframeEffect | null} */ (animation.effect);
      const isEndless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
      const turns = effect?.getKeyframes?.().some((frame) => /rotate/.test(JSON.stringify(frame)));
      return isEndless && turns && effect.target ? [effect.target] : [];
    });
    const says = this.texts().filter(({ data }) => this.saysLoading(data));
    return [
      ...found.filter((element) => this.isBusy(element)),
      ...moving.filter((element) => this.isWheel(element)),
      ...says.map(({ parentElement }) => parentElement),
    ].filter((element) => this.isSeen(element));
  },

  /** Checks whether an element that matches is really a loading indicator, and has no other content. */
  isBusy(element) {
    if (element.matches("[aria-busy],progress,[role=progressbar]")) return true;
    if (element.matches("img")) return Math.max(element.width, element.height) <= 160;
    const text = element.textContent.trim();
    const isEmpty = !text || this.saysLoading(text);
    return isEmpty && !element.querySelector("img,video,canvas,iframe");
  },

  isWheel(element) {
    const { width, height } = element.getBoundingClientRect();
    return Math.max(width, height) <= 160 && !element.matches("img") && this.isBusy(element);
  },

  /** Checks whether an element is visible in the window and not covered. */
  isSeen(element) {
    if (!this.isIn(element)) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (right - left < 4 || bottom - top < 4) return false;
    const middle = (from, to, most) => (Math.max(0, from) + Math.min(most, to)) / 2;
    const at = [middle(left, right, innerWidth), middle(top, bottom, innerHeight)];
    const hit = element.getRootNode().elementFromPoint(...at);
    if (!hit || getComputedStyle(element).pointerEvents === "none") return true;
    return element.contains(hit) || hit.contains(element);
  },

  /** Returns the text nodes in the window, up to a maximum. */
  texts() {
    const texts = [];
    for (const root of [document.body, ...this.trees]) {
      const walker = root && document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let seen = 0; seen < 3000 && walker?.nextNode(); seen++) {
        const text = /** @type {Text} */ (walker.currentNode);
        const parent = text.parentElement;
        if (
          !parent ||
          !text.data.trim() ||
          /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(parent.tagName)
        )
          continue;
        if (this.isIn(parent)) texts.push(text);
      }
    }
    return texts;
  },

  /** Checks whether a text says nothing but that something is loading. */
  saysLoading(given) {
    const text = given.trim().toLowerCase();
    if (text.length > 40) return false;
    const words = text.replace(/[\s.…]+$/, "");
    if (alone.has(words)) return true;
    const isOpen = text.endsWith("…") || text.endsWith("..") || text.endsWith(". .");
    if (!isOpen) return false;
    return dotted.has(words) || /^(still )?(loading|fetching|connecting|preparing) /.test(words);
  },

  async decodeImages() {
    const images = [...document.images].filter((image) => image.complete && image.naturalWidth);
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
  },

  /** Makes lazy images and frames load immediately. */
  loadLazy() {
    const lazy = document.querySelectorAll("img[loading=lazy],iframe[loading=lazy]");
    for (const element of lazy) element.setAttribute("loading", "eager");
    return {
      hasScripts: document.scripts.length > 0,
      hasLazy: lazy.length > 0,
      viewport: innerHeight,
    };
  },

  /** Scrolls, and returns the height of the page. */
  scrollTo(top) {
    window.scrollTo({ top, behavior: "instant" });
    return document.documentElement?.scrollHeight ?? 0;
  },

  /** Scrolls to the first element of a selector. Returns whether one or every one has images that may have to load. */
  scrollIntoView(selector, every) {
    const found = this.find(selector) ?? [];
    // An element may become visible only when its images have loaded.
    const elements = every ? found : [this.visible(found)[0] ?? found[0]].filter(Boolean);
    elements[0]?.scrollIntoView({ block: "center", behavior: "instant" });
    for (const element of elements)
      for (const image of element.querySelectorAll("img[loading=lazy]"))
        image.setAttribute("loading", "eager");
    return elements.some((element) => element.matches("img") || element.querySelector("img"));
  },

  /**
   * Makes fixed and sticky elements appear only once: at the top, or at the end if they are at the bottom of
   * the window.
   */
  pinOnce() {
    const { scrollHeight } = document.documentElement;
    /** @type {NodeListOf<HTMLElement>} */
    const elements = document.querySelectorAll("body *");
    for (const element of elements) {
      const { position, bottom, top } = getComputedStyle(element);
      if (position !== "fixed" && position !== "sticky") continue;
      const set = (name, value) => element.style.setProperty(name, value, "important");
      if (position === "sticky") {
        set("position", "relative");
        set("inset", "auto");
        continue;
      }
      const box = element.getBoundingClientRect();
      // An element that covers the window is a backdrop, and must cover the page.
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

  /** Returns the element that scrolls instead of the page: it fills at least half of the window. */
  findScroller() {
    const { scrollHeight } = document.documentElement;
    if (scrollHeight > innerHeight * 1.1) return undefined;
    const area = (element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (getComputedStyle(element).visibility !== "visible") return 0;
      const width = Math.min(right, innerWidth) - Math.max(left, 0);
      return Math.max(0, width) * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    };
    return [...document.querySelectorAll("body, body *")]
      .slice(0, 20_000)
      .filter((element) => {
        if (element.scrollHeight - element.clientHeight < 8) return false;
        return ["auto", "scroll"].includes(getComputedStyle(element).overflowY);
      })
      .filter((element) => area(element) >= (innerWidth * innerHeight) / 2)
      .sort((one, other) => area(other) - area(one))[0];
  },

  /** Returns the height of the hidden content of the scrolled element. */
  getHiddenHeight() {
    // A higher window must not make it another one.
    this.scroller ??= this.findScroller();
    return this.scroller ? this.scroller.scrollHeight - this.scroller.clientHeight : 0;
  },

  /** Makes the scrolled element as high as its content. Returns whether there is one. */
  unrollScroller() {
    if (!this.scroller) return false;
    for (let element = this.scroller; element; element = element.parentElement) {
      const set = (name, value) => element.style.setProperty(name, value, "important");
      set("overflow", "visible");
      set("height", "auto");
      set("max-height", "none");
      if (["fixed", "absolute"].includes(getComputedStyle(element).position))
        set("position", "relative");
    }
    return true;
  },

  /** Returns the origin of the coordinates of an absolutely positioned element. */
  originFor({ offsetParent }) {
    const isPlaced = offsetParent && getComputedStyle(offsetParent).position !== "static";
    return isPlaced ? offsetParent.getBoundingClientRect() : { top: 0, left: 0 };
  },

  /** Moves animations to their end, or to their start if they are endless. */
  endAnimations() {
    for (const animation of document.getAnimations())
      try {
        animation.finish();
      } catch {
        animation.cancel();
      }
  },

  title: () => document.title.slice(0, 500),

  /** Returns the size of the page. On phones, a page that wasn't made for them is wider than the window. */
  pageSize() {
    const { documentElement: root, body } = document;
    return {
      width: root?.clientWidth ?? innerWidth,
      height: Math.max(root?.scrollHeight ?? 0, body?.scrollHeight ?? 0),
    };
  },

  /**
   * Returns all elements of a selector, or undefined if it is invalid. If the document has none, those in open
   * shadow trees.
   */
  find(selector) {
    try {
      const found = [...document.querySelectorAll(selector)];
      if (found.length > 0) return found;
      const shadows = this.shadows(document.querySelectorAll("*"));
      return shadows.flatMap((root) => [...root.querySelectorAll(selector)]);
    } catch {
      return undefined;
    }
  },

  visible(elements) {
    return elements.filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && getComputedStyle(element).visibility !== "hidden";
    });
  },

  /** Returns the first visible element of a selector. `"invalid"` if the selector is invalid. */
  findVisible(selector) {
    const found = this.find(selector);
    return found ? this.visible(found)[0] : "invalid";
  },

  /** Scrolls to the first visible element of a selector, and returns its centre in the window. */
  scrollToPoint(selector) {
    const element = this.findVisible(selector);
    if (!element || element === "invalid") return element ?? null;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  },

  /** Returns whether the document is an image, and shows it in its own size. It is "broken" if it has no pixels. */
  isImage() {
    const [image] = document.images;
    if (!document.contentType.startsWith("image/") || !image) return false;
    if (image.naturalWidth === 0) return "broken";
    const set = (name, value) => image.style.setProperty(name, value, "important");
    set("width", `${image.naturalWidth}px`);
    set("height", `${image.naturalHeight}px`);
    set("background", "none");
    set("margin", "0");
    return true;
  },

  /** Focuses a text field and selects its text. Returns whether the element is one. */
  selectContent(selector) {
    const element = this.findVisible(selector);
    if (!element || element === "invalid") return false;
    element.focus();
    if (element.matches("input,textarea")) element.select();
    else if (element.isContentEditable) getSelection()?.selectAllChildren(element);
    else return false;
    return true;
  },

  /**
   * Returns the position of the first visible element of a selector. `"invalid"` if the selector is invalid.
   */
  getBox(selector) {
    const area = this.getArea({ selector });
    return area.invalid !== undefined ? "invalid" : area.missing !== undefined ? null : area;
  },

  /** Returns the first or every visible element of each selector, or the selector that is invalid or has none. */
  locate({ selector, every = false }) {
    const elements = [];
    for (const one of [selector].flat()) {
      const found = this.find(one);
      if (!found) return { invalid: one };
      const visible = this.visible(found);
      if (visible.length === 0) return { missing: one };
      elements.push(...(every ? visible : visible.slice(0, 1)));
    }
    return { elements };
  },

  /** Returns the box around elements with a padding that ends with the page, or what `locate` lacks. */
  getArea({ padding = 0, ...area }) {
    const { elements, ...fault } = this.locate(area);
    if (!elements) return fault;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const element of elements) {
      const box = element.getBoundingClientRect();
      [left, top] = [Math.min(left, box.left), Math.min(top, box.top)];
      [right, bottom] = [Math.max(right, box.right), Math.max(bottom, box.bottom)];
    }
    const page = this.pageSize();
    const [x, y] = [Math.max(0, left + scrollX - padding), Math.max(0, top + scrollY - padding)];
    const end = (edge, size) => Math.max(edge, Math.min(edge + padding, size));
    return {
      ...{ x, y },
      width: end(right + scrollX, page.width) - x,
      height: end(bottom + scrollY, page.height) - y,
    };
  },

  /** Returns the HTML or the visible text of the page or of elements, up to a length, or what `locate` lacks. */
  readContent(kind, { area, charsMax }) {
    const { documentElement: root, body, doctype } = document;
    const { elements = [], ...fault } = area ? this.locate(area) : { elements: [] };
    if (area && elements.length === 0) return fault;
    const parts = area ? elements : [kind === "html" ? root : (body ?? root)];
    const texts = parts.map((part) =>
      // biome-ignore lint/performance/useDomNodeTextContent: only this is the visible text.
      kind === "html" ? part.outerHTML : (part.innerText ?? part.textContent),
    );
    const whole =
      (area || kind === "text" || !doctype ? "" : `<!doctype ${doctype.name}>\n`) +
      texts.join("\n");
    return { text: whole.slice(0, charsMax), truncated: whole.length > charsMax };
  },

  countElements: () => document.getElementsByTagName("*").length,
};
