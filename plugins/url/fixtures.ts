const made = Date.UTC(2026, 0, 1);

/** A link of the account used in tests. */
const link = {
  custom: true,
  owner: "test",
  url: "https://example.com/spring",
  title: "Spring sale",
  tags: ["spring"],
  forward_query: false,
  expires_at: null,
  max_clicks: null,
  password: null,
  enabled: true,
  created_at: made,
  updated_at: made,
};

/** The contents of the store. */
export const kv = {
  "claim:spring-sale": 1,
  "link:spring-sale": { ...link, code: "spring-sale" },
  // For the examples that delete a link.
  "link:winter-sale": { ...link, code: "winter-sale" },
  "link:summer-sale": { ...link, code: "summer-sale" },
  "claim:press-kit": 1,
  "link:press-kit": {
    ...link,
    code: "press-kit",
    // Hash of "correct horse".
    password: await Bun.password.hash("correct horse", {
      algorithm: "argon2id",
      memoryCost: 8,
      timeCost: 1,
    }),
  },
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Spring &amp; summer</title>
<meta name="description" content="What is new in spring">
<meta property="og:title" content="Spring at Example">
<meta property="og:image" content="/spring.png">
<meta property="og:image:width" content="1200">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="canonical" href="https://example.com/spring">
</head>
<body><h1>Spring</h1></body>
</html>`;

export default {
  "example.com": () => new Response(page, { headers: { "content-type": "text/html" } }),
};
