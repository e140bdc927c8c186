// Preloaded into a hub: writes how late its event loop runs a timer, in milliseconds, to the file in LOOP_DELAY_FILE.
const file = process.env.LOOP_DELAY_FILE ?? "";
const intervalMs = 5;
/** Delays by the clock, and the part in which the hub had a processor: on a busy machine, it also waits for one. */
const delays: number[] = [];
const ownDelays: number[] = [];
let due = performance.now() + intervalMs;
let usedMs = readProcessorMs();

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function measure(): void {
  const delay = Math.max(0, performance.now() - due);
  const processorMs = readProcessorMs();
  delays.push(delay);
  ownDelays.push(Math.min(delay, processorMs - usedMs));
  usedMs = processorMs;
  due = performance.now() + intervalMs;
  setTimeout(measure, intervalMs).unref();
}

function summarise(values: number[]) {
  const sorted = values.splice(0).sort((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { p999: at(0.999), max: Math.round(sorted.at(-1) ?? 0) };
}

// Job processes inherit no environment, so only the hub measures.
if (file) {
  setTimeout(measure, intervalMs).unref();
  process.on("SIGUSR2", () => {
    void Bun.write(file, JSON.stringify({ clock: summarise(delays), own: summarise(ownDelays) }));
  });
}
