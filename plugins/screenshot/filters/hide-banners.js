// Hides consent banners in a page, without consenting. Evaluates to the removed elements. `consent.ts` calls
// it with the words of banners, and the rules of the imported filter lists.
({ subjects, answers, frames, filters }) => {
  const elementsMax = 20_000;
  const textMax = 6000;
  const inFlowTextMax = 1500;
  const controlsMax = 30;
  const listedMax = 1000;
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
    return readWholeText(element).slice(0, textMax + 1);
  }

  function readWholeText(element) {
    const hosts = [element, ...element.querySelectorAll("*")].filter((one) => one.shadowRoot);
    const shadows = hosts.flatMap(({ shadowRoot }) =>
      [...shadowRoot.children].map((child) => (isInvisible(child) ? "" : readWholeText(child))),
    );
    return [readOwnText(element), ...shadows].join("\n");
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
    if (!subjects.test(isInFlow ? omitButtons(element, text) : text) || hasContent(element))
      return false;
    const visible = listControls(element).filter((one) => one.getBoundingClientRect().height > 0);
    if (visible.length > controlsMax) return false;
    return visible.some((one) => {
      const label = (readOwnText(one) || one.value || one.ariaLabel || "").trim();
      return label.length > 0 && label.length <= 60 && answers.test(label);
    });
  }

  /** Returns a text without the labels of buttons: a row of buttons is only a part of a banner. */
  function omitButtons(element, text) {
    const buttons = listControls(element).filter((one) => !one.matches("a:not([role=button])"));
    return buttons.reduce((rest, one) => rest.replace(readOwnText(one), ""), text);
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

  /** Returns the host of the page and the domains above it. */
  function listHosts() {
    const labels = location.hostname.split(".");
    return labels.map((_, index) => labels.slice(index).join("."));
  }

  /** Returns a domain as it can be in a rule: itself, or under any top-level domain of one or two labels. */
  function listSpellings(host) {
    const labels = host.split(".");
    const entities = [labels.slice(0, -1), labels.slice(0, -2)].filter((part) => part.length > 0);
    return [host, ...entities.map((part) => `${part.join(".")}.*`)];
  }

  /** Returns whether a rule applies to the page's host. The most specific of its hosts decides. */
  function appliesTo(spellings, rule) {
    if (rule === "" || spellings.includes(rule)) return true;
    const names = rule.split(",");
    for (const name of spellings) {
      if (names.includes(`~${name}`)) return false;
      if (names.includes(name)) return true;
    }
    return names.every((name) => name.startsWith("~"));
  }

  /** Reads lines of a key, a space and a selector. The selector can be the key itself. */
  function readLines(text) {
    if (text === "") return [];
    return text.split("\n").map((line) => {
      const at = line.indexOf(" ");
      return at === -1 ? [line, line] : [line.slice(0, at), line.slice(at + 1)];
    });
  }

  /** Returns the selectors of the filter lists that apply to the page. */
  function listSelectors() {
    const hosts = listHosts();
    const spellings = hosts.flatMap(listSpellings);
    const isExempt = (exempt) => exempt.some((host) => hosts.includes(host));
    const [skipsGeneric, skipsSpecific] = [filters.exempt.generic, filters.exempt.specific].map(
      isExempt,
    );
    const selectors = new Set();
    if (!skipsGeneric) {
      const names = listNames();
      for (const [name, selector] of readLines(filters.generic))
        if (names.has(name)) selectors.add(selector);
      for (const selector of filters.broad.split("\n")) selectors.add(selector);
    }
    for (const [rule, selector] of readLines(filters.specific)) {
      const isGeneric = !/(?:^|,)[^~]/.test(rule);
      if (!(isGeneric ? skipsGeneric : skipsSpecific) && appliesTo(spellings, rule))
        selectors.add(selector);
    }
    for (const [rule, selector] of readLines(filters.exceptions))
      if (appliesTo(spellings, rule)) selectors.delete(selector);
    return selectors;
  }

  /** Returns the classes and ids of the document, such as ".cookie-bar" and "#consent". */
  function listNames() {
    const names = new Set();
    for (const element of [...document.querySelectorAll("*")].slice(0, elementsMax)) {
      if (isOverridden(element)) continue;
      const id = element.getAttribute("id");
      if (id) names.add(`#${id}`);
      for (const name of element.classList) names.add(`.${name}`);
    }
    return names;
  }

  /** Returns the elements that match the filter lists. A parent is before its children. */
  function findListed() {
    const found = new Set();
    for (const selector of listSelectors()) {
      try {
        const [base, steps = "[]"] = selector.split("\t");
        const matches = [...document.querySelectorAll(base)].slice(0, elementsMax);
        for (const element of applySteps(matches, JSON.parse(steps))) {
          if (found.size >= listedMax) break;
          if (!isOverridden(element) && !isPageItself(element)) found.add(element);
        }
      } catch {
        // Not a selector of CSS.
      }
    }
    return [...found].sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
  }

  /** Returns the elements that remain after the steps of a rule: those with a text, or those above them. */
  function applySteps(elements, steps) {
    let found = elements;
    for (const [name, argument] of steps) {
      if (name === "upward") found = found.map((one) => getAbove(one, argument));
      else {
        const pattern = readPattern(argument);
        found = found.filter((one) => {
          const text = one.textContent ?? "";
          return text.length <= textMax && pattern.test(text);
        });
      }
      found = [...new Set(found.filter((one) => one && !isOverridden(one)))];
    }
    return found;
  }

  /** Returns the ancestor at a distance, or the nearest one that matches a selector. */
  function getAbove(element, argument) {
    if (!/^\d+$/.test(argument)) return element.parentElement?.closest(argument);
    let above = element;
    for (let left = Number(argument); left > 0 && above; left--) above = above.parentElement;
    return above;
  }

  /** Reads `/pattern/flags`, or a text. */
  function readPattern(argument) {
    const [, pattern, flags] = /^\/(.+)\/([imsu]*)$/.exec(argument) ?? [];
    if (pattern !== undefined) return new RegExp(pattern, flags);
    return { test: (text) => text.includes(argument) };
  }

  function isPageItself(element) {
    const main = "html,head,body,main,[role=main]";
    return element.matches(main) || element.querySelector(main) !== null;
  }

  /** Returns whether an element that a filter list names is recognisable as a banner. */
  function isLikelyBanner(element) {
    const text = readText(element);
    if (element.matches("article") || element.querySelector("article")) return false;
    const titles = [...document.querySelectorAll("h1")];
    const hasAllTitles = titles.length > 0 && titles.every((title) => element.contains(title));
    if (hasAllTitles || hasContent(element)) return false;
    if (isOverlay(element))
      return text.length <= textMax && (subjects.test(text) || isNamed(element));
    return text.length <= inFlowTextMax && isNamed(element);
  }

  /** Hides the elements of the filter lists, and returns the visible ones. At least half of the page's text stays. */
  function hideListed() {
    const hidden = [];
    const hideOne = (element) => {
      const found = describe(element);
      if (tryToHide(element)) hidden.push({ frame: element, ...found });
    };
    const others = [];
    for (const element of findListed()) {
      if (!element.checkVisibility()) {
        if (element.textContent.length <= textMax) hide(element);
      } else if (isLikelyBanner(element)) hideOne(element);
      else others.push(element);
    }
    if (others.length === 0) return hidden;
    let hideable = readWholeText(document.body).length / 2;
    for (const element of others) {
      if (!element.checkVisibility()) continue;
      const { length } = readWholeText(element).trim();
      if (length > hideable) continue;
      hideable -= length;
      hideOne(element);
    }
    return hidden;
  }

  /** Hides an element unless the page would be empty without it. Returns whether it is hidden. */
  function tryToHide(element) {
    const display = element.style.getPropertyValue("display");
    const priority = element.style.getPropertyPriority("display");
    hide(element);
    if (!isEmptyPage()) return true;
    element.style.setProperty("display", display, priority);
    return false;
  }

  function isEmptyPage() {
    const media = [...document.querySelectorAll("img,video,canvas,svg,iframe")];
    return readText(document.body).trim() === "" && !media.some((one) => one.checkVisibility());
  }

  function getParent(element) {
    return element.parentElement ?? element.getRootNode().host;
  }

  let removed = filters && document.body ? hideListed() : [];
  // The innermost first: without its banner, a page in a fixed element isn't one itself.
  for (const element of listElements(document).reverse()) {
    if (!element.checkVisibility() || !isBanner(element)) continue;
    const frame = findFrame(element);
    const found = describe(frame);
    // A page without anything else keeps it: it is the content.
    if (tryToHide(frame)) {
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
