/** Small readers for values whose shape nobody promised. */

export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text as JSON, or undefined when it is none. (JSON itself has no undefined.) */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The first of the named fields that is a text with something in it. */
export function firstText(record: JsonRecord, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The first of the named fields that is a finite number. */
export function firstNumber(record: JsonRecord, ...names: string[]): number | undefined {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return undefined;
}
