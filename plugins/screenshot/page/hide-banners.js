// Hides consent banners in a page, without consenting. Evaluates to the removed elements. `page/consent.ts` calls
// it with the words of banners.
({ subjects, answers, frames }) => {
  const elementsMax = 20_000;
  const textMax = 6000;
  const inFlowTextMax = 1500;
  const controlsMax = 30;
  const controls = "button,a,[role=button],input[type=submit],input[type=button]";
  // The page's own content, and forms that a visitor fills in.
  const content =
    "main,article,nav,[role=main],input[type=text],input[type=email],input[type=password],input[type=search],textarea";

  // Properties and methods of elements that this script uses.
  const usedNames = [
    "checkVisibility",
    "children",
    "classList",
    "closest",
    "compareDocumentPosition",
    "contains",
    "getAttribute",
    "getBoundingClientRect",
    "getRootNode",
    "innerText",
    "localName",
    "matches",
    "parentElement",
    "querySelector",
    "querySelectorAll",
    "shadowRoot",
    "style",
    "textContent",
  ];

  /** Returns whether fields of a form replace properties that this script uses, such as one named "style". */
  function isOverridden(element) {
    return (
      element instanceof HTMLFormElement && usedNames.some((name) => Object.hasOwn(element, name))
    );
  }

  /** Returns the elements of a tree and of its open shadow trees, in document order. */
  function listElements(root, found = []) {
    for (const element of root.querySelectorAll("*")) {
      if (found.length >= elementsMax) break;
      if (isOverridden(element)) continue;
      found.push(element);
      if (element.shadowRoot) listElements(element.shadowRoot, found);
    }
    return found;
  }

  /** Returns the visible text of an element, without its shadow trees. */
  function readOwnText(element) {
    // biome-ignore lint/performance/useDomNodeTextContent: Text that isn't displayed doesn't count.
    return element.innerText ?? "";
  }

  function readText(element) {
    const hosts = [element, ...element.querySelectorAll("*")].filter((one) => one.shadowRoot);
    const shadows = hosts.flatMap(({ shadowRoot }) =>
      [...shadowRoot.children].map((child) => (isInvisible(child) ? "" : readText(child))),
    );
    return [readOwnText(element), ...shadows].join("\n").slice(0, textMax + 1);
  }

  function isInvisible(element) {
    return element.matches("style,script,template") || getComputedStyle(element).display === "none";
  }

  function listControls(element) {
    const inside = listElements(
      element,
      element.shadowRoot ? listElements(element.shadowRoot) : [],
    );
    return inside.filter((one) => one.matches(controls));
  }

  function isOverlay(element) {
    const { position, zIndex } = getComputedStyle(element);
    // A narrow sticky element is a column of the page.
    const isBar = element.getBoundingClientRect().width >= innerWidth * 0.6;
    return (
      position === "fixed" ||
      (position === "sticky" && isBar) ||
      (position === "absolute" && Number(zIndex) >= 100) ||
      element.matches("dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]")
    );
  }

  /** Returns whether an element's own name says that it is a banner. */
  function isNamed({ id, classList, localName }) {
    return /cookie|consent|gdpr|(?:^|[-_ ])cmp(?:$|[-_ ])/i.test(
      [id, ...classList, localName.includes("-") ? localName : ""].join(" "),
    );
  }

  function isBanner(element) {
    if (element === document.body || element.matches("html,head,nav,header,style,script"))
      return false;
    if (element.closest("nav")) return false;
    const isOver = isOverlay(element);
    const isInFlow = !isOver && isNamed(element) && !element.closest("main,article,[role=main]");
    if (!isOver && !isInFlow) return false;
    if (
      element.getBoundingClientRect().height === 0 &&
      !element.shadowRoot &&
      element.children.length === 0
    )
      return false;
    if (isOver && hasConsentFrame(element)) return true;
    const text = readText(element);
    if (text.length < 20 || text.length > (isInFlow ? inFlowTextMax : textMax)) return false;
    if (!subjects.test(text) || hasContent(element)) return false;
    const visible = listControls(element).filter((one) => one.getBoundingClientRect().height > 0);
    if (visible.length > controlsMax) return false;
    return visible.some((one) => {
      const label = (readOwnText(one) || one.value || one.ariaLabel || "").trim();
      return label.length > 0 && label.length <= 60 && answers.test(label);
    });
  }

  /** Returns whether an element shows content of the page. Lists of partners often have a hidden search field. */
  function hasContent(element) {
    return [...element.querySelectorAll(content)].some(
      (one) => one.getBoundingClientRect().height > 0,
    );
  }

  /** Returns whether an overlay has no text of its own, and the frame of a consent service. */
  function hasConsentFrame(element) {
    if (readOwnText(element).trim() !== "") return false;
    const all = element.matches("iframe") ? [element] : [...element.querySelectorAll("iframe")];
    return (
      all.length > 0 &&
      all.every(({ src, id, title, name }) => frames.test([src, id, title, name].join(" ")))
    );
  }

  function describe(element) {
    const names = [...element.classList].slice(0, 2).map((name) => `.${CSS.escape(name)}`);
    const id = element.getAttribute("id");
    const selector = id ? `#${CSS.escape(id)}` : element.localName + names.join("");
    return { selector: selector.slice(0, 100), text: readText(element).trim().slice(0, 200) };
  }

  /** Hides what lies over the whole page without any content of its own. */
  function hideBackdrops() {
    for (let turn = 0; turn < 5; turn++) {
      const top = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      if (!top || !isBackdrop(top)) return;
      hide(top);
    }
  }

  function isBackdrop(element) {
    const { width, height } = element.getBoundingClientRect();
    const { position, backgroundImage } = getComputedStyle(element);
    return (
      ["fixed", "absolute"].includes(position) &&
      width >= innerWidth &&
      height >= innerHeight &&
      backgroundImage === "none" &&
      readOwnText(element).trim() === "" &&
      !element.matches("canvas,video,img,svg,iframe") &&
      !element.querySelector("img,video,canvas,svg,iframe")
    );
  }

  function hide(element) {
    element.style.setProperty("display", "none", "important");
  }

  /** Returns the outermost element around a banner that shows nothing else. */
  function findFrame(element) {
    let frame = element;
    for (
      let parent = getParent(element);
      parent && parent !== document.body && !isOverridden(parent);
      parent = getParent(parent)
    ) {
      const shows = readText(parent).trim().length - readText(frame).trim().length;
      const hasMedia = [...parent.querySelectorAll("img,video,canvas,svg,iframe")].some(
        (one) => !frame.contains(one) && one.getBoundingClientRect().height > 0,
      );
      if (shows > 0 || hasMedia || parent.matches(content)) break;
      frame = parent;
    }
    return frame;
  }

  function isEmptyPage() {
    const media = [...document.querySelectorAll("img,video,canvas,svg,iframe")];
    return readText(document.body).trim() === "" && !media.some((one) => one.checkVisibility());
  }

  function getParent(element) {
    return element.parentElement ?? element.getRootNode().host;
  }

  let removed = [];
  // The innermost first: without its banner, a page in a fixed element isn't one itself.
  for (const element of listElements(document).reverse()) {
    if (!element.checkVisibility() || !isBanner(element)) continue;
    const frame = findFrame(element);
    const found = describe(frame);
    const display = frame.style.getPropertyValue("display");
    const priority = frame.style.getPropertyPriority("display");
    hide(frame);
    // A page without anything else keeps it: it is the content.
    if (isEmptyPage()) frame.style.setProperty("display", display, priority);
    else {
      const parts = removed.filter((one) => frame.contains(one.frame));
      const text = [found, ...parts].map((one) => one.text).join("\n");
      removed = removed.filter((one) => !parts.includes(one));
      removed.unshift({ frame, selector: found.selector, text: text.slice(0, 200) });
    }
  }
  if (removed.length > 0) {
    hideBackdrops();
    for (const root of [document.documentElement, document.body])
      if (getComputedStyle(root).overflowY === "hidden" && root.scrollHeight > innerHeight)
        root.style.setProperty("overflow", "visible", "important");
  }
  return removed.map(({ selector, text }) => ({ selector, text }));
};
