/** Whether a file may have form fields: of packed objects nothing can be told from without. */
export function mayHaveFields(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.includes("/Widget") || buffer.includes("/ObjStm");
}
