import { readAddress } from "./address/address.ts";
import ipGeo from "./plugin.ts";

/** Coordinates in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** Returns the great-circle distance and the initial bearing between two points. */
export function distance(from: Point, to: Point): { distance_km: number; bearing_deg: number } {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const turn = radians(to.longitude - from.longitude);
  const haversine =
    Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(turn / 2) ** 2;
  const km = 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
  const east = Math.sin(turn) * Math.cos(b);
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn);
  const degrees = (Math.atan2(east, north) * 180) / Math.PI;
  return { distance_km: tenths(km), bearing_deg: tenths((degrees + 360) % 360) };
}

/** Parses coordinates such as `52.5,13.4`, or returns an address for lookup. */
export function readGoal(text: string): Point | { ip: string } {
  const [latitude, longitude, ...more] = text.split(",").map(decimal);
  if (latitude !== undefined && longitude !== undefined && more.length === 0)
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  if (readAddress(text)) return { ip: text };
  throw ipGeo.error(
    "invalid_input",
    `query.distance_to must be an IP address, or a latitude and a longitude such as "52.5,13.4": it is ${JSON.stringify(text)}`,
    { at: "query.distance_to" },
  );
}

/** Mean radius of the earth (IUGG). */
const EARTH_KM = 6371.0088;

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function decimal(text: string): number | undefined {
  const number = Number(text);
  return text.trim() !== "" && /^[-+\d.]{1,20}$/.test(text.trim()) && Number.isFinite(number)
    ? number
    : undefined;
}
