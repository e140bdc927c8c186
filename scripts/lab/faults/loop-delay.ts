// Preloaded into a hub: writes how late its event loop runs a timer, in milliseconds, to the file in LOOP_DELAY_FILE.
const file = process.env.LOOP_DELAY_FILE ?? "";
const intervalMs = 5;
const delays: number[] = [];
let due = performance.now() + intervalMs;

function measure(): void {
  const now = performance.now();
  delays.push(Math.max(0, now - due));
  due = now + intervalMs;
  setTimeout(measure, intervalMs).unref();
}

// Job processes inherit no environment, so only the hub measures.
if (file) {
  setTimeout(measure, intervalMs).unref();
  process.on("SIGUSR2", () => {
    const sorted = delays.splice(0).sort((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    const max = Math.round(sorted.at(-1) ?? 0);
    void Bun.write(file, JSON.stringify({ count: sorted.length, p999: at(0.999), max }));
  });
}
