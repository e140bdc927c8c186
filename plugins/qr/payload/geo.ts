import { type Static, t } from "hub";
import { kind, type Parsed, present } from "./kind.ts";

export const geoSchema = t.Object(
  {
    type: kind("geo"),
    latitude: t.Number({ minimum: -90, maximum: 90, description: "Degrees north, WGS 84" }),
    longitude: t.Number({ minimum: -180, maximum: 180, description: "Degrees east, WGS 84" }),
    altitude: t.Optional(
      t.Number({ minimum: -12_000, maximum: 100_000, description: "Metres above the ellipsoid" }),
    ),
    uncertainty: t.Optional(
      t.Number({ minimum: 0, maximum: 20_000_000, description: "Uncertainty in metres" }),
    ),
  },
  { additionalProperties: false, description: "A geographic location" },
);

/** Returns a `geo:` URI (RFC 5870). */
export function geoText(geo: Static<typeof geoSchema>): string {
  const { latitude, longitude, altitude, uncertainty } = geo;
  const coordinates = [latitude, longitude, altitude].filter(
    (coordinate) => coordinate !== undefined,
  );
  const uncertaintyPart = uncertainty === undefined ? "" : `;u=${formatNumber(uncertainty)}`;
  return `geo:${coordinates.map(formatNumber).join(",")}${uncertaintyPart}`;
}

/** Parses a `geo:` URI. Android's `?` parameters are searches and are ignored. */
export function parseGeo(text: string): Parsed | undefined {
  if (text.slice(0, 4).toLowerCase() !== "geo:") return undefined;
  const [coordinates = "", ...parameters] = text.slice(4).replace(/\?.*/s, "").split(";");
  const [latitude, longitude, altitude] = coordinates.split(",").map(parseNumber);
  if (latitude === undefined || longitude === undefined) return undefined;
  const u = parameters.find((part) => part.toLowerCase().startsWith("u="));
  return present({
    type: "geo",
    latitude,
    longitude,
    altitude,
    uncertainty: u === undefined ? undefined : parseNumber(u.slice(2)),
  });
}

/** Formats a number without exponent, which RFC 5870 doesn't allow. 1e-9° is a tenth of a millimetre. */
function formatNumber(value: number): string {
  const fixed = value.toFixed(9);
  let end = fixed.length;
  while (fixed[end - 1] === "0") end--;
  if (fixed[end - 1] === ".") end--;
  const trimmed = fixed.slice(0, end);
  return trimmed === "-0" ? "0" : trimmed;
}

function parseNumber(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
