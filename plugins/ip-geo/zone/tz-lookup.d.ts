declare module "tz-lookup" {
  /** The IANA time zone at a place; throws where there is no such place. */
  export default function zoneAt(latitude: number, longitude: number): string;
}
