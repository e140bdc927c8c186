// Runs in a page before its own scripts, to know of those, and of timers that will change it. It answers to
// nobody but look() of in-page.js, and what it tells a page can at most make itself wait for.
(() => {
  /** Later ones are not waited for, and sooner ones are over soon. */
  const [msMin, msMax] = [60, 3100];
  /** What is set so often with the same code is a loop; awaited ones all have the same. */
  const [timesMax, awaitedMax] = [4, 12];
  const dueMax = 500;
  /** A run of frames that lasts longer goes on for ever; one is over when no frame is asked for. */
  const [runMsMax, pauseMsMax] = [2000, 400];
  const run = { began: 0, last: Number.NEGATIVE_INFINITY };
  const due = new Map();
  const times = new Map();
  const { apply } = Reflect;
  const textOf = Function.prototype.toString;
  const { now } = performance;
  const clock = () => apply(now, performance, []);
  const tell = EventTarget.prototype.dispatchEvent;
  const Told = CustomEvent;
  const page = document;

  function note(id, code, delay) {
    const ms = Number(delay) || 0;
    if (ms < msMin || ms > msMax || due.size >= dueMax) return;
    const text = typeof code === "function" ? apply(textOf, code, []).slice(0, 300) : String(code);
    const key = `${ms} ${text}`;
    const count = (times.get(key) ?? 0) + 1;
    if (times.size < dueMax) times.set(key, count);
    if (count <= (text.includes("[native code]") ? awaitedMax : timesMax))
      due.set(id, clock() + ms);
  }

  function watch(name, tellOf) {
    const original = globalThis[name];
    if (typeof original !== "function") return;
    globalThis[name] = new Proxy(original, {
      apply(target, self, args) {
        const result = apply(target, self, args);
        try {
          tellOf(result, args);
        } catch {
          // The page goes on as if nobody watched.
        }
        return result;
      },
    });
  }

  // Of a timer that repeats, the first time counts.
  for (const name of ["setTimeout", "setInterval"])
    watch(name, (id, [code, ms]) => note(id, code, ms));
  for (const name of ["clearTimeout", "clearInterval"]) watch(name, (_, [id]) => due.delete(id));

  watch("requestAnimationFrame", () => {
    const at = clock();
    if (at - run.last > pauseMsMax) run.began = at;
    run.last = at;
  });

  // A script may take itself out of the page when it has run.
  let isScripted = false;
  const parsed = new MutationObserver((records) => {
    isScripted = records.some(({ addedNodes }) =>
      [...addedNodes].some(
        (node) =>
          node.nodeName === "SCRIPT" ||
          /** @type {Element} */ (node).querySelector?.("script") != null,
      ),
    );
    if (isScripted) parsed.disconnect();
  });
  parsed.observe(page, { childList: true, subtree: true });

  page.addEventListener("hub-timers", () => {
    const isRunning = clock() - run.last < pauseMsMax && clock() - run.began < runMsMax;
    let longest = isRunning ? pauseMsMax : 0;
    for (const [id, at] of due) {
      const left = at - clock();
      if (left < -100) due.delete(id);
      else longest = Math.max(longest, left + 101);
    }
    apply(tell, page, [new Told("hub-timers-told", { detail: [longest, isScripted] })]);
  });
})();
