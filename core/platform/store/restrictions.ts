import type { KeyRecord, KeyRestrictions } from "./records.ts";

/** The service that meant `managesKeys` in stored keys of earlier versions. */
const managingService = "account";

/**
 * Completes restrictions from the database. Records of earlier versions have no `managesKeys`. They manage
 * keys if their services include `account`, or if nothing but an expiry restricts them.
 */
export function readRestrictions(
  stored: Partial<KeyRestrictions>,
  kind: KeyRecord["kind"],
): KeyRestrictions {
  const { managesKeys, services, ...others } = stored;
  if (managesKeys !== undefined) return { ...stored, managesKeys };
  return {
    ...others,
    ...(services && { services: services.filter((name) => name !== managingService) }),
    managesKeys:
      kind === "secret" &&
      (services ? services.includes(managingService) : Object.keys(others).length === 0),
  };
}
