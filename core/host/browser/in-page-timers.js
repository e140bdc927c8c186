// Runs in a page before its scripts, to detect scripts and pending timers. Only look() of in-page.js uses the
// result. A page that manipulates it can only make itself wait.
(() => {
  /** The range of awaited delays. Longer ones are ignored, and shorter ones end soon anyway. */
  const [msMin, msMax] = [60, 3100];
  /**
   * Number of calls with the same code from which on a timer is a loop. Awaited timers all have the same
   * code.
   */
  const [repeatsMax, awaitedMax] = [4, 12];
  const dueMax = 500;
  /** A sequence of animation frames that lasts longer is endless. A pause ends the sequence. */
  const [runMsMax, pauseMsMax] = [2000, 400];
  const run = { began: 0, last: Number.NEGATIVE_INFINITY };
  const due = new Map();
  const times = new Map();
  const { apply } = Reflect;
  const functionToString = Function.prototype.toString;
  const { now } = performance;
  const clock = () => apply(now, performance, []);
  const dispatch = EventTarget.prototype.dispatchEvent;
  const ResultEvent = CustomEvent;
  const page = document;

  function recordTimer(id, code, delay) {
    const ms = Number(delay) || 0;
    if (ms < msMin || ms > msMax || due.size >= dueMax) return;
    const text =
      typeof code === "function" ? apply(functionToString, code, []).slice(0, 300) : String(code);
    const key = `${ms} ${text}`;
    const count = (times.get(key) ?? 0) + 1;
    if (times.size < dueMax) times.set(key, count);
    if (count <= (text.includes("[native code]") ? awaitedMax : repeatsMax))
      due.set(id, clock() + ms);
  }

  function intercept(name, onCall) {
    const original = globalThis[name];
    if (typeof original !== "function") return;
    globalThis[name] = new Proxy(original, {
      apply(target, self, args) {
        const result = apply(target, self, args);
        try {
          onCall(result, args);
        } catch {
          // Errors must not affect the page.
        }
        return result;
      },
    });
  }

  // Only the first run of a repeating timer counts.
  for (const name of ["setTimeout", "setInterval"])
    intercept(name, (id, [code, ms]) => recordTimer(id, code, ms));
  for (const name of ["clearTimeout", "clearInterval"])
    intercept(name, (_, [id]) => due.delete(id));

  intercept("requestAnimationFrame", () => {
    const at = clock();
    if (at - run.last > pauseMsMax) run.began = at;
    run.last = at;
  });

  // A script may remove itself from the page after it has run.
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
      const remaining = at - clock();
      if (remaining < -100) due.delete(id);
      else longest = Math.max(longest, remaining + 101);
    }
    apply(dispatch, page, [
      new ResultEvent("hub-timers-result", { detail: [longest, isScripted] }),
    ]);
  });
})();
