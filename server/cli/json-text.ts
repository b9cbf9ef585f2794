import { escapeJson } from '../../common/escape.ts';

/** JSON for programs that a terminal can show as well: characters that could steer it, or hide text, are escaped. */
export function jsonText(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}
