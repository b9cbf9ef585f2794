/**
 * Identifies a finding by its rule and the text of its line, so that it stays the same alert when other lines change.
 * @returns 16 hexadecimal digits
 */
export function fingerprint(code: string, line: string): string {
  return hash(`${code}\n${line.trim()}`);
}

/** Returns two 32-bit FNV-1a hashes with different offset bases, which is enough to distinguish lines. */
export function hash(text: string): string {
  const half = (start: number): string => {
    let value = start;
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return (value >>> 0).toString(16).padStart(8, '0');
  };
  return half(0x811c9dc5) + half(0x9e3779b9);
}
