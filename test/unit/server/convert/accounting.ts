/** Finds data of a source that is neither in the result of a conversion nor named in its report. */
import type { Conversion, Remark } from '../../../../common/messages/conversion.ts';

/** Returns all leaves of a value by path. Empty lists and objects have none. */
export function leaves(value: unknown, path: readonly string[] = []): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path.join('\n'), value]];
  return Object.entries(value).flatMap(([member, item]) => leaves(item, [...path, member]));
}

/** True if a remark names this leaf or a parent of it. */
export function isReported(path: string, remarks: readonly Remark[]): boolean {
  const [server = '', ...fields] = path.split('\n');
  return remarks.some(({ server: subject, field }) => {
    if (subject !== server) return false;
    if (field === null) return true;
    const plain = (words: string): string => words.replace(/[.[\]\n]+/g, '\n').replace(/\n$/, '');
    return `${plain(fields.join('\n'))}\n`.startsWith(`${plain(field)}\n`);
  });
}

/** Returns the paths of leaves that are lost without a remark. */
export function lostInSilence(
  servers: Readonly<Record<string, unknown>>,
  { text, servers: converted, report }: Conversion,
): readonly string[] {
  const result = JSON.parse(text).mcpServers;
  const names = new Map(converted.map(({ name, newName }) => [name, newName]));
  return leaves(servers).flatMap(([path, value]) => {
    const [server = '', ...keys] = path.split('\n');
    const entry = result[names.get(server) ?? ''];
    return isReported(path, report) || isKept(keys, value, entry) ? [] : [path];
  });
}

/**
 * True if the value is kept. Units and the meaning of a switch may differ; disabled and empty values may be omitted.
 */
function isKept(
  keys: readonly string[],
  value: unknown,
  entry: Readonly<Record<string, unknown>> | undefined,
): boolean {
  const key = keys.at(-1) ?? '';
  if (entry === undefined) return false;
  if (key === 'disabled') return (entry.enabled === false) === value;
  if (key === 'enabled') return keys.length > 1 ? value === true : (entry.enabled ?? true) === value;
  // A type may be implied or renamed.
  if (key === 'type' || key === 'transport') return true;
  // The agent always starts its servers when it starts.
  if (key === 'start_on_launch') return value === true;
  if (value === false || value === null || value === '') return true;
  if (value === '*' && /^(?:tools|includeTools|enabled_?[tT]ools)$/.test(keys.at(-2) ?? '')) return true;
  const kept = leaves(entry);
  if (typeof value === 'number')
    return kept.some(([, item]) => item === value || item === value * 1000 || item === String(value));
  if (key === 'source' && value === 'local') return true;
  const written = [String(value), String(value).replace(/\$?\{(?:env:)?(\w+)\}/g, '$1')];
  return kept.some(([path, item]) => {
    const texts = [String(item), String(item).replace(/\$\{(\w+)(?::-[^}]*)?\}/g, '$1')];
    // Some tools list only the names of variables and headers.
    return written.some((text) => texts.some((each) => each.includes(text)) || path.split('\n').includes(text));
  });
}
