/** What the agents that read the same file make of it. The facts about them load when a file needs them. */

import * as l10n from '@vscode/l10n';
import { sharedFileReaders } from '../../common/generated/tools.ts';
import { quote } from '../config/language.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import { endOf, memberSpan, type Span, type StringNode } from '../config/text/json.ts';
import { choice, type Fix } from '../fixes/fix.ts';
import { renameServer, unreservedName } from '../fixes/rename-server.ts';
import { fileWith } from './message-text.ts';
import type { EntryRule, Problem } from './rule.ts';

export const readerDifference: EntryRule = {
  code: 'reader-difference',
  severity: 'information',
  docs: {
    title: 'Agents read this differently',
    why: 'Several agents read .mcp.json in the root of a project, each in its own way (docs/agents.md names them). This says which of them skip a server, or ignore a part of it. To choose the agents that matter, use the setting switchyard.config.readers or "readers" in .mcp-config.json.',
    wrong: fileWith('{"command": "docs-server", "enabled": false}'),
    right: fileWith('{"command": "docs-server"}'),
    readers: sharedFileReaders,
  },
  appliesIn: ({ readers }) => readers !== undefined,
  check(entry, report, { readers }) {
    if (entry.damaged) return;
    for (const { at, message, isName } of readers?.differences(entry) ?? [])
      report(at, message, isName && ((document) => renamed(document, entry.key)));
  },
};

function renamed(document: ConfigDocument, key: StringNode): readonly Fix[] {
  const better = unreservedName(document, key);
  // Not preferred, because permissions and prompts may contain the name.
  return [choice(l10n.t('Rename to {0}', quote(better)), ...renameServer(document, key, better))];
}

/** Omits what agents make of a property that has a problem of its own: once that is solved, they agree. */
export function withoutRepetition(problems: readonly Problem[], { key, value }: ServerEntry): readonly Problem[] {
  const isDifference = ({ code }: Problem): boolean => code === readerDifference.code;
  if (value?.type !== 'object' || !problems.some(isDifference)) return problems;
  const spans = [key, ...value.members.map(memberSpan)];
  const isMistake = ({ severity }: Problem): boolean => severity === 'error' || severity === 'warning';
  const flawed = new Set(
    problems.flatMap((one) => (isMistake(one) && !isDifference(one) ? (spanAround(spans, one) ?? []) : [])),
  );
  return problems.filter((one) => {
    const span = isDifference(one) ? spanAround(spans, one) : undefined;
    return span === undefined || !flawed.has(span);
  });
}

/** @param spans in the order of the text, so that a large entry takes linear time */
function spanAround(spans: readonly Span[], { offset }: Problem): Span | undefined {
  let [low, high] = [0, spans.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((spans[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const span = spans[low];
  return span !== undefined && offset >= span.offset && offset < endOf(span) ? span : undefined;
}
