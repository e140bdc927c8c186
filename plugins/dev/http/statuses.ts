/** A status code: its number, its name, its specification, and its meaning. */
type Row = readonly [code: number, name: string, specification: string, meaning: string];

/** Registered status codes, with the RFC and the section. */
const registered: readonly Row[] = [
  [100, "Continue", "9110 15.2.1", "The client should send the body of the request"],
  [101, "Switching Protocols", "9110 15.2.2", "The connection changes to the protocol in Upgrade"],
  [102, "Processing", "2518 10.1", "The server works on the request; out of use"],
  [103, "Early Hints", "8297 2", "Header fields of the coming response, such as Link to preload"],
  [200, "OK", "9110 15.3.1", "The request succeeded"],
  [201, "Created", "9110 15.3.2", "The request created a resource, which Location identifies"],
  [202, "Accepted", "9110 15.3.3", "The request is accepted, but not finished"],
  [203, "Non-Authoritative Information", "9110 15.3.4", "A proxy changed the content"],
  [204, "No Content", "9110 15.3.5", "The request succeeded, and there is no content"],
  [205, "Reset Content", "9110 15.3.6", "The client should reset the form that sent the request"],
  [206, "Partial Content", "9110 15.3.7", "The response has the parts that Range asked for"],
  [207, "Multi-Status", "4918 11.1", "The content has a status for each of several resources"],
  [208, "Already Reported", "5842 7.1", "The members were listed earlier in the same response"],
  [226, "IM Used", "3229 10.4.1", "The content is the result of changes to the resource"],
  [
    300,
    "Multiple Choices",
    "9110 15.4.1",
    "The resource has several representations to choose from",
  ],
  [
    301,
    "Moved Permanently",
    "9110 15.4.2",
    "The resource has a new URL; clients may change POST to GET",
  ],
  [
    302,
    "Found",
    "9110 15.4.3",
    "The resource is at another URL for now; clients may change POST to GET",
  ],
  [303, "See Other", "9110 15.4.4", "The answer is at another URL, to be fetched with GET"],
  [304, "Not Modified", "9110 15.4.5", "The copy of the client is current"],
  [305, "Use Proxy", "9110 15.4.6", "The resource needs a proxy; deprecated"],
  [306, "(Unused)", "9110 15.4.7", "Reserved: an earlier version defined it"],
  [
    307,
    "Temporary Redirect",
    "9110 15.4.8",
    "The resource is at another URL for now; the method stays",
  ],
  [308, "Permanent Redirect", "9110 15.4.9", "The resource has a new URL; the method stays"],
  [
    400,
    "Bad Request",
    "9110 15.5.1",
    "The server cannot process the request because of an error in it",
  ],
  [
    401,
    "Unauthorized",
    "9110 15.5.2",
    "The request lacks valid credentials; WWW-Authenticate names the scheme",
  ],
  [402, "Payment Required", "9110 15.5.3", "Reserved for payments"],
  [403, "Forbidden", "9110 15.5.4", "The server refuses the request; other credentials may help"],
  [404, "Not Found", "9110 15.5.5", "The resource does not exist, or the server hides it"],
  [
    405,
    "Method Not Allowed",
    "9110 15.5.6",
    "The resource does not support the method; Allow lists those it does",
  ],
  [
    406,
    "Not Acceptable",
    "9110 15.5.7",
    "No representation matches the Accept fields of the request",
  ],
  [407, "Proxy Authentication Required", "9110 15.5.8", "The proxy requires credentials"],
  [408, "Request Timeout", "9110 15.5.9", "The client did not send the request in time"],
  [409, "Conflict", "9110 15.5.10", "The request conflicts with the state of the resource"],
  [410, "Gone", "9110 15.5.11", "The resource was removed, and is not expected back"],
  [411, "Length Required", "9110 15.5.12", "The request needs Content-Length"],
  [412, "Precondition Failed", "9110 15.5.13", "A condition such as If-Match is false"],
  [413, "Content Too Large", "9110 15.5.14", "The content of the request exceeds the limit"],
  [414, "URI Too Long", "9110 15.5.15", "The URL of the request exceeds the limit"],
  [
    415,
    "Unsupported Media Type",
    "9110 15.5.16",
    "The server does not support the format of the content",
  ],
  [416, "Range Not Satisfiable", "9110 15.5.17", "The resource does not have the range"],
  [417, "Expectation Failed", "9110 15.5.18", "The server cannot meet the Expect field"],
  [418, "(Unused)", "9110 15.5.19", "Reserved: the joke I'm a teapot of RFC 2324 uses it"],
  [
    421,
    "Misdirected Request",
    "9110 15.5.20",
    "The connection is to a server that cannot answer for the host",
  ],
  [
    422,
    "Unprocessable Content",
    "9110 15.5.21",
    "The syntax is right, but the instructions cannot be processed",
  ],
  [423, "Locked", "4918 11.3", "The resource is locked"],
  [424, "Failed Dependency", "4918 11.4", "The request depended on another that failed"],
  [
    425,
    "Too Early",
    "8470 5.2",
    "The request could be a replay, because it came as early data of TLS",
  ],
  [426, "Upgrade Required", "9110 15.5.22", "The client must change to the protocol in Upgrade"],
  [
    428,
    "Precondition Required",
    "6585 3",
    "The request must be conditional, to avoid lost updates",
  ],
  [
    429,
    "Too Many Requests",
    "6585 4",
    "The client sent too many requests; Retry-After may say when to try again",
  ],
  [
    431,
    "Request Header Fields Too Large",
    "6585 5",
    "A header field, or all together, exceed the limit",
  ],
  [451, "Unavailable For Legal Reasons", "7725 3", "A legal demand forbids access"],
  [500, "Internal Server Error", "9110 15.6.1", "The server failed unexpectedly"],
  [
    501,
    "Not Implemented",
    "9110 15.6.2",
    "The server does not support the method for any resource",
  ],
  [502, "Bad Gateway", "9110 15.6.3", "The server behind the proxy sent an invalid response"],
  [
    503,
    "Service Unavailable",
    "9110 15.6.4",
    "The server is overloaded or down for maintenance; Retry-After may say how long",
  ],
  [504, "Gateway Timeout", "9110 15.6.5", "The server behind the proxy did not answer in time"],
  [
    505,
    "HTTP Version Not Supported",
    "9110 15.6.6",
    "The server does not support the version of HTTP",
  ],
  [
    506,
    "Variant Also Negotiates",
    "2295 8.1",
    "The chosen variant negotiates itself: a configuration error",
  ],
  [507, "Insufficient Storage", "4918 11.5", "The server cannot store what the request needs"],
  [508, "Loop Detected", "5842 7.2", "The server found an endless loop"],
  [510, "Not Extended", "2774 7", "The request lacks a required extension; obsolete"],
  [
    511,
    "Network Authentication Required",
    "6585 6",
    "The client must log in to the network, as in hotels",
  ],
];

/** Status codes of servers and services that are not registered. */
const unregistered: readonly Row[] = [
  [419, "Page Expired", "Laravel", "The CSRF token is missing or expired"],
  [444, "No Response", "nginx", "nginx closed the connection without a response"],
  [
    494,
    "Request Header Too Large",
    "nginx",
    "The request line or a header field exceeds the limit",
  ],
  [495, "SSL Certificate Error", "nginx", "The certificate of the client is invalid"],
  [496, "SSL Certificate Required", "nginx", "The client sent no certificate"],
  [497, "HTTP Request Sent to HTTPS Port", "nginx", "The request was not encrypted"],
  [499, "Client Closed Request", "nginx", "The client closed the connection before the response"],
  [509, "Bandwidth Limit Exceeded", "Apache and cPanel", "The site used up its traffic"],
  [
    520,
    "Web Server Returned an Unknown Error",
    "Cloudflare",
    "The origin sent an empty or invalid response",
  ],
  [521, "Web Server Is Down", "Cloudflare", "The origin refused the connection"],
  [522, "Connection Timed Out", "Cloudflare", "The origin did not accept the connection in time"],
  [523, "Origin Is Unreachable", "Cloudflare", "There is no route to the origin"],
  [
    524,
    "A Timeout Occurred",
    "Cloudflare",
    "The origin accepted the connection, but did not answer in time",
  ],
  [525, "SSL Handshake Failed", "Cloudflare", "The TLS handshake with the origin failed"],
  [526, "Invalid SSL Certificate", "Cloudflare", "The certificate of the origin is invalid"],
  [
    530,
    "Origin DNS Error",
    "Cloudflare",
    "The content has an error of the series 1xxx, such as an unresolved origin",
  ],
];

/** Names of earlier specifications, and the name of a joke. */
export const formerNames: Record<number, string[]> = {
  203: ["Non-Authoritative Information"],
  302: ["Moved Temporarily"],
  413: ["Payload Too Large", "Request Entity Too Large"],
  414: ["Request-URI Too Long", "Request-URI Too Large"],
  416: ["Requested Range Not Satisfiable"],
  418: ["I'm a Teapot"],
  422: ["Unprocessable Entity"],
};

/** A status code. */
export interface Status {
  code: number;
  name: string;
  meaning: string;
  /** Section of an RFC, or the software that uses the code. */
  specification: string;
  link: string | null;
  isRegistered: boolean;
}

/** All known status codes. */
export const statuses: ReadonlyMap<number, Status> = new Map(
  [registered, unregistered].flatMap((rows) =>
    rows.map(([code, name, source, meaning]) => {
      const isRegistered = rows === registered;
      const [rfc, section] = source.split(" ");
      return [
        code,
        {
          code,
          name,
          meaning,
          specification: isRegistered ? `RFC ${rfc}, section ${section}` : source,
          link: isRegistered ? `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}` : null,
          isRegistered,
        },
      ] as const;
    }),
  ),
);
