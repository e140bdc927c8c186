/** A header field: its name, its direction, its specification, and its meaning. */
type Row = readonly [
  name: string,
  direction: Direction,
  specification: string,
  meaning: string,
  status?: FieldStatus,
];

/** Messages that have the field: requests (`>`), responses (`<`), or both. */
type Direction = ">" | "<" | "<>";

/** Status in the registry of the IANA; null if unknown. */
type FieldStatus = "permanent" | "provisional" | "deprecated" | "obsoleted" | null;

const fetchStandard = "https://fetch.spec.whatwg.org/";
const htmlStandard = "https://html.spec.whatwg.org/";
const csp = "https://www.w3.org/TR/CSP3/";
const traceContext = "https://www.w3.org/TR/trace-context/";

/** Common fields. A specification is an RFC with its section, or a URL. */
const rows: readonly Row[] = [
  ["Accept", ">", "9110 12.5.1", "Media types that the client accepts"],
  ["Accept-CH", "<", "8942 3.1", "Client hints that the server wants"],
  ["Accept-Charset", ">", "9110 12.5.2", "Charsets that the client accepts", "deprecated"],
  ["Accept-Encoding", ">", "9110 12.5.3", "Compressions that the client accepts"],
  ["Accept-Language", ">", "9110 12.5.4", "Languages that the user prefers"],
  ["Accept-Patch", "<", "5789 3.1", "Media types that PATCH accepts"],
  ["Accept-Ranges", "<", "9110 14.3", "Whether the resource supports ranges"],
  [
    "Access-Control-Allow-Credentials",
    "<",
    fetchStandard,
    "Whether pages of the other origin may send cookies",
  ],
  ["Access-Control-Allow-Headers", "<", fetchStandard, "Header fields that other origins may send"],
  ["Access-Control-Allow-Methods", "<", fetchStandard, "Methods that other origins may use"],
  [
    "Access-Control-Allow-Origin",
    "<",
    fetchStandard,
    "The origin that may read the response, or *",
  ],
  [
    "Access-Control-Expose-Headers",
    "<",
    fetchStandard,
    "Header fields that other origins may read",
  ],
  ["Access-Control-Max-Age", "<", fetchStandard, "Seconds that a preflight response is valid for"],
  [
    "Access-Control-Request-Headers",
    ">",
    fetchStandard,
    "Header fields that a preflight request asks to send",
  ],
  [
    "Access-Control-Request-Method",
    ">",
    fetchStandard,
    "The method that a preflight request asks to use",
  ],
  ["Age", "<", "9111 5.1", "Seconds that the response was in caches"],
  ["Allow", "<", "9110 10.2.1", "Methods that the resource supports"],
  ["Alt-Svc", "<", "7838 3", "Other servers and protocols for the same origin, such as HTTP/3"],
  ["Authorization", ">", "9110 11.6.2", "Credentials of the client"],
  ["Cache-Control", "<>", "9111 5.2", "Rules for caches"],
  [
    "Clear-Site-Data",
    "<",
    "https://www.w3.org/TR/clear-site-data/",
    "Stored data that the browser should delete",
  ],
  ["Connection", "<>", "9110 7.6.1", "Options and fields of this connection only"],
  [
    "Content-Disposition",
    "<",
    "6266 4",
    "Whether to show or download the content, and its file name",
  ],
  ["Content-Encoding", "<>", "9110 8.4", "Compression of the content"],
  ["Content-Language", "<>", "9110 8.5", "Language of the readers that the content is for"],
  ["Content-Length", "<>", "9110 8.6", "Length of the content in bytes"],
  ["Content-Location", "<>", "9110 8.7", "URL of the representation in the content"],
  ["Content-MD5", "<>", "2616 14.15", "MD5 digest of the content", "obsoleted"],
  ["Content-Range", "<>", "9110 14.4", "Position of the part in the whole content"],
  [
    "Content-Security-Policy",
    "<",
    csp,
    "Sources that a page may load code and other resources from",
  ],
  ["Content-Security-Policy-Report-Only", "<", csp, "A policy whose violations are reported only"],
  ["Content-Type", "<>", "9110 8.3", "Media type of the content, with charset or boundary"],
  ["Cookie", ">", "6265 5.4", "Cookies of the client"],
  [
    "Cross-Origin-Embedder-Policy",
    "<",
    htmlStandard,
    "Whether a page may load resources that did not opt in",
  ],
  [
    "Cross-Origin-Opener-Policy",
    "<",
    htmlStandard,
    "Whether a page shares its window group with other origins",
  ],
  ["Cross-Origin-Resource-Policy", "<", fetchStandard, "Sites that may embed the response"],
  ["Date", "<>", "9110 6.6.1", "Time at which the message was created"],
  ["Deprecation", "<", "9745 2", "Time from which the resource is deprecated"],
  ["ETag", "<", "9110 8.8.3", "Version of the representation, for conditional requests"],
  ["Expect", ">", "9110 10.1.1", "Expectation of the client, such as 100-continue"],
  ["Expect-CT", "<", "9163 2.1", "Enforcement of certificate transparency", "deprecated"],
  ["Expires", "<", "9111 5.3", "Time after which the response is stale"],
  ["Forwarded", ">", "7239 4", "Client, host and protocol before proxies"],
  ["From", ">", "9110 10.1.2", "Email address of the person behind a robot"],
  ["Host", ">", "9110 7.2", "Host and port of the URL"],
  ["If-Match", ">", "9110 13.1.1", "Processes the request only for one of the versions"],
  [
    "If-Modified-Since",
    ">",
    "9110 13.1.3",
    "Requests the content only if it changed since the time",
  ],
  ["If-None-Match", ">", "9110 13.1.2", "Processes the request only if no version matches"],
  ["If-Range", ">", "9110 13.1.5", "Requests the range only if the version is the same"],
  [
    "If-Unmodified-Since",
    ">",
    "9110 13.1.4",
    "Processes the request only without a change since the time",
  ],
  [
    "Keep-Alive",
    "<>",
    "2068 19.7.1.1",
    "Timeout and number of requests of a connection of HTTP/1.1",
  ],
  ["Last-Modified", "<", "9110 8.8.2", "Time of the last change"],
  ["Link", "<", "8288 3", "Related resources, such as the next page"],
  ["Location", "<", "9110 10.2.2", "URL of a redirect or of a new resource"],
  ["Max-Forwards", ">", "9110 7.6.2", "Number of proxies that TRACE and OPTIONS may pass"],
  ["Origin", ">", "6454 7", "Origin of the page that sends the request"],
  [
    "Permissions-Policy",
    "<",
    "https://www.w3.org/TR/permissions-policy/",
    "Features that a page and its frames may use",
    "provisional",
  ],
  ["Pragma", "<>", "9111 5.4", "no-cache for caches of HTTP/1.0", "deprecated"],
  ["Prefer", ">", "7240 2", "Optional behaviour that the client prefers"],
  ["Preference-Applied", "<", "7240 3", "Preferences that the server applied"],
  ["Priority", "<>", "9218 5", "Urgency of the response"],
  ["Proxy-Authenticate", "<", "9110 11.7.1", "Authentication that the proxy requires"],
  ["Proxy-Authorization", ">", "9110 11.7.2", "Credentials for the proxy"],
  ["Public-Key-Pins", "<", "7469 2.1", "Keys that certificates must have; browsers dropped it"],
  ["Range", ">", "9110 14.2", "Parts of the content that the client wants"],
  ["Referer", ">", "9110 10.1.3", "URL of the page that the request comes from"],
  [
    "Referrer-Policy",
    "<",
    "https://www.w3.org/TR/referrer-policy/",
    "Amount of detail in Referer",
    null,
  ],
  ["Refresh", "<", htmlStandard, "Seconds until a reload or redirect of the page"],
  ["Retry-After", "<", "9110 10.2.3", "Seconds to wait, or the time of the next try"],
  [
    "Sec-GPC",
    ">",
    "https://www.w3.org/TR/gpc/",
    "Objection to the sale and sharing of personal data",
    "provisional",
  ],
  ["Sec-WebSocket-Accept", "<", "6455 11.3.3", "Proof that the server supports WebSocket"],
  ["Sec-WebSocket-Key", ">", "6455 11.3.1", "Random value of a WebSocket handshake"],
  ["Sec-WebSocket-Protocol", "<>", "6455 11.3.4", "Protocols on top of the WebSocket"],
  ["Sec-WebSocket-Version", "<>", "6455 11.3.5", "Version of the WebSocket protocol"],
  ["Server", "<", "9110 10.2.4", "Software of the server"],
  [
    "Server-Timing",
    "<",
    "https://www.w3.org/TR/server-timing/",
    "Durations on the server, which developer tools show",
  ],
  ["Set-Cookie", "<", "6265 4.1", "A cookie to store, with domain, path, lifetime and protection"],
  [
    "SoapAction",
    ">",
    "https://www.w3.org/TR/2000/NOTE-SOAP-20000508/",
    "The operation of a SOAP 1.1 request",
  ],
  ["Strict-Transport-Security", "<", "6797 6.1", "Seconds during which browsers use HTTPS only"],
  ["Sunset", "<", "8594 3", "Time at which the resource is expected to disappear"],
  [
    "TE",
    ">",
    "9110 10.1.4",
    "Transfer codings that the client accepts, and whether it reads trailers",
  ],
  ["Traceparent", ">", traceContext, "Ids of a trace and of the calling span"],
  ["Tracestate", ">", traceContext, "Data of tracing systems for the trace"],
  ["Trailer", "<>", "9110 6.6.2", "Fields that follow the content"],
  ["Transfer-Encoding", "<>", "9112 6.1", "Coding of the message, such as chunked, in HTTP/1.1"],
  ["Upgrade", "<>", "9110 7.8", "Protocols to change the connection to"],
  [
    "Upgrade-Insecure-Requests",
    ">",
    "https://www.w3.org/TR/upgrade-insecure-requests/",
    "Preference of the browser for HTTPS",
    null,
  ],
  ["User-Agent", ">", "9110 10.1.5", "Software of the client"],
  ["Vary", "<", "9110 12.5.5", "Request fields that the response depends on"],
  ["Via", "<>", "9110 7.6.3", "Proxies that the message passed"],
  ["Warning", "<>", "9111 5.5", "Additional information of caches", "obsoleted"],
  ["WWW-Authenticate", "<", "9110 11.6.1", "Authentication that the resource requires"],
  [
    "X-Content-Type-Options",
    "<",
    fetchStandard,
    "nosniff: the browser must not guess the media type",
  ],
  [
    "X-Forwarded-For",
    ">",
    "7239 7.4",
    "Addresses of the client and of proxies; Forwarded replaces it",
    null,
  ],
  [
    "X-Forwarded-Host",
    ">",
    "7239 7.4",
    "Host that the client asked for; Forwarded replaces it",
    null,
  ],
  ["X-Forwarded-Proto", ">", "7239 7.4", "Protocol of the client; Forwarded replaces it", null],
  [
    "X-Frame-Options",
    "<",
    htmlStandard,
    "Whether frames may show the page; frame-ancestors of the policy replaces it",
  ],
  ["X-Powered-By", "<", "", "Software of the server", null],
  ["X-Request-ID", "<>", "", "An id of the request for logs", null],
  ["X-Robots-Tag", "<", "", "Rules for search engines", null],
  ["X-XSS-Protection", "<", "", "A filter against injected scripts, which browsers dropped", null],
];

/** A header field. */
export interface Field {
  name: string;
  inRequests: boolean;
  inResponses: boolean;
  specification: string | null;
  link: string | null;
  meaning: string;
  status: FieldStatus;
}

/** Known fields by their name in lower case. */
export const fields: ReadonlyMap<string, Field> = new Map(
  rows.map(([name, direction, source, meaning, status = "permanent"]) => [
    name.toLowerCase(),
    {
      name,
      inRequests: direction.includes(">"),
      inResponses: direction.includes("<"),
      ...cite(source),
      meaning,
      status,
    },
  ]),
);

function cite(source: string): Pick<Field, "specification" | "link"> {
  if (source === "") return { specification: null, link: null };
  if (source.startsWith("https:")) return { specification: source, link: source };
  const [rfc, section] = source.split(" ");
  return {
    specification: `RFC ${rfc}, section ${section}`,
    link: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`,
  };
}
