/** Pictures in Markdown; pure. */

/** `![a boat](images/a-boat.png)`. @param description foreign text, which stays text @param path relative, with slashes */
export function imageMarkdown(description: string, path: string): string {
  const text = description
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/[\\[\]!<>`*_]/g, '\\$&');
  return `![${text}](${path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'))})`;
}
