/** Location of an address. */
export interface AddressLocation {
  country_code: string | null;
  region_name: string | null;
  region_code: string | null;
  city: string | null;
  postal: string | null;
  latitude: number | null;
  longitude: number | null;
  timezone: string | null;
  radius_km: number | null;
  /** Language of the city name. */
  language: string;
}

/** Parses a record of ip-location-db (flat) or MaxMind (nested). */
export function parsePlace(record: Record<string, unknown>, language: string): AddressLocation {
  return "country_code" in record ? flat(record) : readPath(record as Nested, language);
}

function flat(record: Record<string, unknown>): AddressLocation {
  const text = (name: string) => fillGaps(record[name]);
  return {
    country_code: text("country_code"),
    region_name: text("state1"),
    region_code: null,
    city: text("city"),
    postal: text("postcode"),
    latitude: degrees(record.latitude),
    longitude: degrees(record.longitude),
    timezone: text("timezone"),
    radius_km: null,
    language: "en",
  };
}

interface Named {
  iso_code?: string;
  names?: Record<string, string>;
}

interface Nested {
  country?: Named;
  registered_country?: Named;
  subdivisions?: Named[];
  city?: Named;
  postal?: { code?: string };
  location?: {
    latitude?: number;
    longitude?: number;
    time_zone?: string;
    accuracy_radius?: number;
  };
}

function readPath(record: Nested, language: string): AddressLocation {
  const { country, registered_country, subdivisions, city, postal, location } = record;
  const name = (named?: Named) => fillGaps(named?.names?.[language] ?? named?.names?.en);
  return {
    country_code: fillGaps(country?.iso_code ?? registered_country?.iso_code),
    region_name: name(subdivisions?.[0]),
    region_code: fillGaps(subdivisions?.[0]?.iso_code),
    city: name(city),
    postal: fillGaps(postal?.code),
    latitude: degrees(location?.latitude),
    longitude: degrees(location?.longitude),
    timezone: fillGaps(location?.time_zone),
    radius_km: location?.accuracy_radius ?? null,
    language: city?.names?.[language] === undefined ? "en" : language,
  };
}

function fillGaps(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Rounds to four decimals (about 11 metres), the precision of the data. Some files contain text. */
function degrees(value: unknown): number | null {
  if (value === undefined || value === null || value === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? Math.round(number * 10_000) / 10_000 : null;
}
