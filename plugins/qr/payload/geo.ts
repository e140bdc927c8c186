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
  { additionalProperties: false, description: "A place on Earth" },
);

/** Writes a `geo:` URI (RFC 5870). */
export function geoText(geo: Static<typeof geoSchema>): string {
  const { latitude, longitude, altitude, uncertainty } = geo;
  const places = [latitude, longitude, altitude].filter((place) => place !== undefined);
  const off = uncertainty === undefined ? "" : `;u=${plain(uncertainty)}`;
  return `geo:${places.map(plain).join(",")}${off}`;
}

/** Reads a `geo:` URI; what Android hangs on it after `?` is a search and no place. */
export function parseGeo(text: string): Parsed | undefined {
  if (text.slice(0, 4).toLowerCase() !== "geo:") return undefined;
  const [places = "", ...parameters] = text.slice(4).replace(/\?.*/s, "").split(";");
  const [latitude, longitude, altitude] = places.split(",").map(number);
  if (latitude === undefined || longitude === undefined) return undefined;
  const u = parameters.find((part) => part.toLowerCase().startsWith("u="));
  return present({
    type: "geo",
    latitude,
    longitude,
    altitude,
    uncertainty: u === undefined ? undefined : number(u.slice(2)),
  });
}

/** A number without exponent, which the grammar of RFC 5870 has not; 1e-9° is a tenth of a millimetre. */
function plain(value: number): string {
  const fixed = value.toFixed(9);
  let end = fixed.length;
  while (fixed[end - 1] === "0") end--;
  if (fixed[end - 1] === ".") end--;
  const short = fixed.slice(0, end);
  return short === "-0" ? "0" : short;
}

function number(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
