/** Severities of problems, and user-defined severities. */
import { isRecord } from '../../common/guards.ts';

/** From most to least severe. The severity in LSP is the index plus 1. */
export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** Severities by rule code; `off` disables the rule. */
export type Severities = Readonly<Record<string, Severity | 'off'>>;

const severityNames: readonly unknown[] = [...severities, 'off'];

/** Reads the setting `switchyard.config.rules`; ignores invalid entries. */
export function readSeverities(value: unknown): Severities {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).filter((entry): entry is [string, Severity | 'off'] =>
    severityNames.includes(entry[1]),
  );
  return Object.fromEntries(entries);
}
