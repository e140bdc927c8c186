/** Local time in a time zone. */
interface LocalTime {
  utc_offset: string;
  local_time: string;
  is_dst: boolean;
}

/** Returns the local time in an IANA time zone, or undefined for an unknown zone. */
export function getLocalTime(zone: string, now: number): LocalTime | undefined {
  const offset = getOffset(zone, now);
  if (!offset) return undefined;
  const { minutes, isDst } = offset;
  const utc_offset = writeOffset(minutes);
  const local = new Date(now + minutes * 60_000).toISOString().slice(0, 19);
  return { utc_offset, local_time: `${local}${utc_offset}`, is_dst: isDst };
}

interface Offset {
  slot: number;
  minutes: number;
  isDst: boolean;
}

/** Clocks only change at full quarters of an hour. */
const slotMs = 900_000;
const zones = new Map<string, Offset>();

function getOffset(zone: string, now: number): Offset | undefined {
  const slot = Math.floor(now / slotMs);
  const known = zones.get(zone);
  if (known?.slot === slot) return known;
  try {
    const minutes = parseOffset(zone, now);
    const year = new Date(now).getUTCFullYear();
    const winter = parseOffset(zone, Date.UTC(year, 0, 1));
    const summer = parseOffset(zone, Date.UTC(year, 6, 1));
    const offset = { slot, minutes, isDst: minutes > Math.min(winter, summer) };
    zones.set(zone, offset);
    return offset;
  } catch {
    return undefined;
  }
}

/** Parses the offset in "1/2/2026, GMT-08:00". */
function parseOffset(zone: string, time: number): number {
  const text = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    timeZoneName: "longOffset",
  }).format(time);
  const [hours = "0", minutes = "0"] = text.slice(text.indexOf("GMT") + 4).split(":");
  const sign = text.includes("GMT-") ? -1 : 1;
  return sign * (Number(hours) * 60 + Number(minutes));
}

function writeOffset(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
