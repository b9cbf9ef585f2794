/** The size of a picture as the service takes it: `<width>x<height>` (spec http-api.md, "Image generation"); pure. */

/** What a user typed in that form, or undefined where it is none. `1024 × 768` is what people type too. */
export function sizeOf(text: string): string | undefined {
  const [, width, height] = /^\s*(\d{1,5})\s*[x×*]\s*(\d{1,5})\s*$/i.exec(text) ?? [];
  if (width === undefined || height === undefined || Number(width) === 0 || Number(height) === 0) return undefined;
  return `${Number(width)}x${Number(height)}`;
}
