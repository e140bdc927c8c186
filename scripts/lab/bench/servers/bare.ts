// Does the same work without any checks: the machine's limit.
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const text = new URL(request.url).searchParams.get("text") ?? "";
    const hash = new Bun.CryptoHasher("sha256").update(text).digest("hex");
    return Response.json({
      algorithm: "sha256",
      hash,
      encoding: "hex",
      length_bits: 256,
      input_bytes: Buffer.byteLength(text),
      secure: true,
    });
  },
});
console.log(`http://127.0.0.1:${server.port}`);
