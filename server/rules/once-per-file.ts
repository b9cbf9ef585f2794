/** Information that is true of most servers of a normal config: one finding a file, not one on each server. */
import * as l10n from '@vscode/l10n';
import { groupBy } from '../../common/group-by.ts';
import { unpinnedPackage } from './packages.ts';
import { readerDifference } from './readers.ts';
import type { Finding } from './rule.ts';

/** More locations aren't useful. */
const mostPlaces = 20;

/** Returns what findings have in common that are shown once; undefined for those that are shown each. */
function sameFor({ code, severity, message }: Finding): string | undefined {
  if (severity === 'error' || severity === 'warning') return undefined;
  if (code === unpinnedPackage.code) return code;
  return code === readerDifference.code ? message : undefined;
}

/** Keeps the first of each group, which names the others as related locations. */
export function oncePerFile<F extends Finding>(problems: readonly F[]): readonly F[] {
  const groups = groupBy(
    problems.filter((problem) => sameFor(problem) !== undefined),
    (problem) => sameFor(problem) ?? '',
  );
  const replaced = new Map<F, F | undefined>();
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || others.length === 0) continue;
    for (const other of others) replaced.set(other, undefined);
    const related = others.slice(0, mostPlaces).map(({ offset, length, message }) => ({
      offset,
      length,
      message: message === first.message ? also() : message,
    }));
    const message =
      others.length === 1
        ? l10n.t('{0} The same applies to 1 more place in this file.', first.message)
        : l10n.t('{0} The same applies to {1} more places in this file.', first.message, others.length);
    replaced.set(first, { ...first, message, related: [...(first.related ?? []), ...related] });
  }
  if (replaced.size === 0) return problems;
  return problems.flatMap((problem) => (replaced.has(problem) ? (replaced.get(problem) ?? []) : [problem]));
}

const also = (): string => l10n.t('It applies here too.');
