/** Writes CSV. Pure. */

type Cell = string | number | boolean | null | undefined;

/** Returns CSV as in RFC 4180, with a byte order mark, because spreadsheets assume another encoding without it. */
export function csvText(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\ufeff${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe, so that it's treated as text. */
function cell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  // What spreadsheets skip before a formula, which isn't what people don't see.
  const safe = /^[\s\p{Cf}]*[=+\-@\t\r\n]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe;
}
