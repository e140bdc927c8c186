/** Documents for the examples of badges that read one. */
export default {
  "example.com": ({ url }: Request) =>
    Response.json(
      url.endsWith("/badge.json")
        ? { schemaVersion: 1, label: "hello", message: "world", color: "orange" }
        : { name: "example", version: "1.2.3" },
    ),
};
