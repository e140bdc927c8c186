declare module "tz-lookup" {
  /** Returns the IANA time zone at a location. Throws if the coordinates are invalid. */
  export default function zoneAt(latitude: number, longitude: number): string;
}
