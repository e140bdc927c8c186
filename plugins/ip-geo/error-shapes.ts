import { asTable, type ErrorShape, type Static, t } from "hub";

/** Codes on which GeoIP2's clients decide. */
const geoip2Codes: Readonly<Record<string, string>> = asTable({
  invalid_ip: "IP_ADDRESS_INVALID",
  reserved_ip: "IP_ADDRESS_RESERVED",
  unknown_ip: "IP_ADDRESS_NOT_FOUND",
  missing_api_key: "AUTHORIZATION_INVALID",
  invalid_api_key: "AUTHORIZATION_INVALID",
  quota_exceeded: "OUT_OF_QUERIES",
});

const geoip2Error = t.Object(
  {
    code: t.String({ description: "MaxMind's code, or the hub's in capitals" }),
    error: t.String({ description: "Description of the error" }),
  },
  {
    description: "An error in MaxMind's format.",
    examples: [{ code: "IP_ADDRESS_INVALID", error: "path.ip must be an IPv4 address" }],
  },
);

/** Error format for clients of GeoIP2's web services. */
export const geoip2Errors: ErrorShape = {
  name: "geoip2",
  title: "GeoIp2Error",
  schema: geoip2Error,
  note: 'Errors use MaxMind\'s format, `{"code", "error"}`.',
  mediaType: "application/json",
  write: ({ code, message }): Static<typeof geoip2Error> => ({
    code: geoip2Codes[code] ?? code.toUpperCase(),
    error: message,
  }),
};

const ipinfoError = t.Object(
  {
    status: t.Integer({ description: "HTTP status" }),
    error: t.Object({
      title: t.String({ description: "Kind of error" }),
      message: t.String({ description: "Description of the error" }),
    }),
  },
  {
    description: "An error in ipinfo's format.",
    examples: [{ status: 404, error: { title: "Unknown path", message: "Unknown path" } }],
  },
);

/** Error format for clients of ipinfo. */
export const ipinfoErrors: ErrorShape = {
  name: "ipinfo",
  title: "IpinfoError",
  schema: ipinfoError,
  note: 'Errors use ipinfo\'s format, `{"status", "error": {"title", "message"}}`.',
  mediaType: "application/json",
  write: ({ status, title, message }): Static<typeof ipinfoError> => ({
    status,
    error: { title, message },
  }),
};
