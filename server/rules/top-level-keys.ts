/** Properties of the top level that the format doesn't have (spec config-format.md, Top-level object). */
import * as l10n from '@vscode/l10n';
import type { Group, UnknownKey } from '../config/format/group.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import { holdsServers, type NestedServers } from '../config/servers/recognize-servers.ts';
import { indentOfLine } from '../config/text/indentation.ts';
import { memberSpan } from '../config/text/json.ts';
import { type Fix, preferred, replace } from '../fixes/fix.ts';
import { holdsComment, member } from '../fixes/members.ts';
import { movedMember } from '../fixes/move.ts';
import { moveServers } from '../fixes/move-servers.ts';
import { hidesAnother } from '../fixes/removal.ts';
import { unknownKeyFixes } from '../fixes/unknown-key-fixes.ts';
import { differenceOfRoots, namesIn, visualStudioRoot } from './both-roots.ts';
import type { RuleContext } from './context.ts';
import { andList, foreignProperty, orList, quote } from './message-text.ts';
import { type DocumentRule, type FixMaker, type Report, relatedTo } from './rule.ts';
import { flatContent, foreignRoot, isServer, isServerField, looksLikeConfig, nestedIn } from './top-level.ts';
import { messageFor } from './unknown-keys.ts';

export const unknownTopLevelKey: DocumentRule = {
  code: 'unknown-top-level-key',
  severity: 'error',
  docs: {
    title: 'Unknown top-level property',
    why: 'Only $schema, mcpServers, disabledServers, and enabledServers are allowed at the top level.',
    wrong: '{"mcpServers": {}, "version": 1}',
    right: '{"mcpServers": {}}',
  },
  check(document, report, context) {
    const { top } = document;
    if (top === undefined || top.unknownKeys.length === 0) return;
    if (flatContent(document) !== undefined) return;
    const root = foreignRoot(top);
    const names = orList(top.set.fields.map((field) => quote(field.name)));
    const nested = new Map(top.unknownKeys.map((unknownKey) => [unknownKey, nestedIn(top, unknownKey)]));
    for (const [unknownKey, inner] of nested) if (inner !== undefined) reportNested(unknownKey, inner, report);
    const others = top.unknownKeys.filter((unknownKey) => nested.get(unknownKey) === undefined);
    const [first, ...more] = others;
    // In a file of another kind, all properties are the same mistake.
    if (first !== undefined && more.length > 0 && !looksLikeConfig(document)) {
      const shown = others.slice(0, 3).map(({ key }) => quote(key.value));
      if (others.length > 3) shown.push(l10n.t('{0} more', others.length - 3));
      report(first.key, l10n.t('Unknown properties {0}. Expected {1}.', andList(shown), names));
      return;
    }
    for (const unknownKey of others) {
      const { key, meaning } = unknownKey;
      // A separate rule reports another tool's root property. Next to it are the tool's own settings.
      if (root !== undefined && (unknownKey === root || meaning.kind !== 'foreign')) continue;
      // Visual Studio reads both, and another rule compares them.
      if (context.visualStudio === true && (key.value === visualStudioRoot || key.value === 'inputs')) continue;
      const name = quote(key.value);
      const fixes: FixMaker = (whole) => topKeyFixes(whole, top, unknownKey);
      if (belongsInside(top, unknownKey)) {
        if (key.value === visualStudioRoot && reportBothRoots(document, unknownKey, fixes, report, context)) continue;
        const message = holdsServers(unknownKey.value)
          ? l10n.t('The servers in {0} are outside "mcpServers". Move them to "mcpServers".', name)
          : l10n.t('Server {0} is outside "mcpServers". Move it to "mcpServers".', name);
        report(key, message, fixes);
      } else if (meaning.kind === 'typo' || meaning.kind === 'alternateSpelling')
        report(key, messageFor(top, unknownKey), fixes);
      else if (meaning.kind === 'foreign') {
        report(key, l10n.t('{0} {1}.', foreignProperty(key.value, meaning.from), meaning.from.instead()), fixes);
      } else if (isServerField(key.value))
        report(key, l10n.t('{0} is a server property. Move it into an entry of "mcpServers".', name));
      else report(key, l10n.t('Unknown property {0}. Expected {1}.', name, names), fixes);
    }
  },
};

function reportNested(unknownKey: UnknownKey, { path, map, isAlone }: NestedServers, report: Report): void {
  const name = quote(unknownKey.key.value);
  const shown = quote([unknownKey.key.value, ...path].join('.'));
  report(
    unknownKey.key,
    l10n.t('Unknown property {0}. Move the servers in {1} to "mcpServers" at the top level.', name, shown),
    ({ text, top }) => {
      if (top === undefined || !isAlone || hidesAnother(top.node, unknownKey)) return [];
      const { offset, length } = memberSpan(unknownKey);
      if (holdsComment(text, { offset, length: map.offset - offset })) return [];
      const { print } = movedMember(text, 'mcpServers', map);
      const moved = member('mcpServers', print(indentOfLine(text, offset)));
      return [preferred(l10n.t('Move the servers to "mcpServers"'), replace({ offset, length }, moved))];
    },
  );
}

/** Reports `servers` beside `mcpServers`, and how they differ. Returns false if there aren't two maps. */
function reportBothRoots(
  document: ConfigDocument,
  { key }: UnknownKey,
  fixes: FixMaker,
  report: Report,
  { agents }: RuleContext,
): boolean {
  const difference = differenceOfRoots(document);
  if (difference === undefined) return false;
  const { otherOnly, pairs } = difference;
  const [pair] = pairs;
  const remedy =
    pair !== undefined
      ? l10n.t('It differs from "mcpServers" in {0}. Keep one of each.', namesIn(pairs.map(([own]) => own)))
      : otherOnly.length > 0
        ? l10n.t('Move {0} to "mcpServers".', namesIn(otherOnly))
        : l10n.t('"mcpServers" has the same servers. Remove "servers".');
  const problem =
    agents === undefined
      ? l10n.t('"servers" isn\'t allowed beside "mcpServers".')
      : l10n.t('Only Visual Studio reads "servers", and the format doesn\'t allow it beside "mcpServers".');
  const related = pair && relatedTo(pair[0].key, l10n.t('"mcpServers" has another entry of this name.'));
  report(key, `${problem} ${remedy}`, fixes, related);
  return true;
}

/** True for a key with one or more servers next to `mcpServers`. */
function belongsInside({ fields }: Group, unknownKey: UnknownKey): boolean {
  const { meaning, value } = unknownKey;
  if (!fields.has('mcpServers') || meaning.kind === 'typo') return false;
  // A key that means a map of servers can't be a single server.
  const map = meaning.kind === 'alternateSpelling' ? meaning.of === 'mcpServers' : meaning.kind === 'foreign';
  return holdsServers(value) || (!map && isServer(unknownKey));
}

function topKeyFixes(document: ConfigDocument, top: Group, unknownKey: UnknownKey): readonly Fix[] {
  return belongsInside(top, unknownKey)
    ? moveServers(document, [unknownKey])
    : unknownKeyFixes(document.text, top, unknownKey);
}
