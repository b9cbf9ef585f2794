/** How much a problem weighs, and what people chose instead. */

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Severities by the code of a rule; `off` switches it off. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

const severityNames: readonly unknown[] = ['error', 'warning', 'information', 'hint', 'off'];

/** The setting `switchyard.config.rules`, as far as it makes sense. */
export function readSeverities(value: unknown): Severities {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, Severity | 'off'] =>
    severityNames.includes(entry[1]),
  );
  return Object.fromEntries(entries);
}
