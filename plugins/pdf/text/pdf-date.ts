/**
 * Converts `D:20260102030405+01'00'` to `2026-01-02T03:04:05+01:00`. Returns null if it isn't a
 * date.
 */
export function parseDate(text: string | undefined): string | null {
  const parts =
    /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?/.exec(
      text ?? "",
    );
  if (!parts) return null;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00"] = parts;
  const zone = parts[8] ? `${parts[8]}:${parts[9] ?? "00"}` : parts[7] ? "Z" : "";
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}
