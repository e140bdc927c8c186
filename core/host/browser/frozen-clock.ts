/**
 * Returns a script that fixes the clock and the random numbers of a page before its own scripts run, so that equal
 * pages look equal.
 */
export function freezeScript(at: number): string {
  return `(() => {
  const at = ${JSON.stringify(at)};
  const clock = new Proxy(Date, {
    construct: (date, args, target) => Reflect.construct(date, args.length > 0 ? args : [at], target),
    apply: (date) => new date(at).toString(),
    get: (date, name, receiver) => (name === "now" ? () => at : Reflect.get(date, name, receiver)),
  });
  Date.prototype.constructor = clock;
  globalThis.Date = clock;
  let seed = 1;
  Math.random = () => {
    // Mulberry32.
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
})()`;
}
