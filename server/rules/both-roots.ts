/**
 * A file with both `mcpServers` and `servers`: the only one that serves Visual Studio as well, which reads `servers`.
 * The format rejects it, so that settings have to name Visual Studio.
 */
import * as l10n from '@vscode/l10n';
import { type ConfigDocument, serverMap } from '../config/servers/document.ts';
import { isSameServer } from '../config/servers/same-server.ts';
import { liveMembers, type Member, memberSpan, type ObjectNode } from '../config/text/json.ts';
import { type Change, type Fix, preferred, removal, replace } from '../fixes/fix.ts';
import { appendMembers } from '../fixes/members.ts';
import { movedMember } from '../fixes/move.ts';
import { andList, quote } from './message-text.ts';
import { type DocumentRule, relatedTo } from './rule.ts';

export const visualStudioRoot = 'servers';

interface RootsDifference {
  readonly own: ObjectNode;
  readonly other: ObjectNode;
  /** The servers of each root that the other one lacks, and the pairs of the same name that differ. */
  readonly ownOnly: readonly Member[];
  readonly otherOnly: readonly Member[];
  readonly pairs: readonly (readonly [own: Member, other: Member])[];
}

/** Returns how the servers under `servers` differ from `mcpServers`; undefined if the file doesn't have both. */
export function differenceOfRoots(document: ConfigDocument): RootsDifference | undefined {
  const own = serverMap(document);
  const other = document.top?.unknownKeys.find(({ key }) => key.value === visualStudioRoot)?.value;
  if (own === undefined || other?.type !== 'object') return undefined;
  const [mine, theirs] = [liveMembers(own), liveMembers(other)];
  return {
    own,
    other,
    ownOnly: [...mine.values()].filter(({ key }) => !theirs.has(key.value)),
    otherOnly: [...theirs.values()].filter(({ key }) => !mine.has(key.value)),
    pairs: Array.from(mine.values()).flatMap((member) => {
      const twin = theirs.get(member.key.value);
      return twin === undefined || isSameServer(member.value, twin.value) ? [] : [[member, twin] as const];
    }),
  };
}

/** Returns the names of servers for a message. */
export function namesIn(members: readonly Member[]): string {
  const shown = members.slice(0, 3).map(({ key }) => quote(key.value));
  if (members.length > 3) shown.push(l10n.t('{0} more', members.length - 3));
  return andList(shown);
}

export const visualStudioServers: DocumentRule = {
  code: 'visual-studio-servers',
  severity: 'information',
  appliesIn: ({ visualStudio }) => visualStudio === true,
  docs: {
    title: 'Different servers for Visual Studio',
    why: 'Visual Studio reads "servers", and other agents read "mcpServers". A file with both is allowed if "readers" names visual-studio; then both should be equal.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server"}}, "servers": {}}',
    right: '{"mcpServers": {"docs": {"command": "docs-server"}}}',
    context: { level: 'standalone', visualStudio: true },
  },
  check(document, report) {
    const difference = differenceOfRoots(document);
    const key = document.top?.unknownKeys.find((one) => one.key.value === visualStudioRoot)?.key;
    if (difference === undefined || key === undefined) return;
    const { ownOnly, otherOnly, pairs } = difference;
    const members = [...ownOnly, ...otherOnly, ...pairs.map(([own]) => own)];
    const [first] = members;
    if (first === undefined) return;
    report(
      key,
      l10n.t('"servers" for Visual Studio and "mcpServers" differ in {0}. Keep both equal.', namesIn(members)),
      ({ text }) => copies(text, difference),
      relatedTo(first.key, l10n.t('The first difference is here.')),
    );
  },
};

/** Returns the fixes that make both roots equal: without a choice if each server is in only one of them, or equal. */
function copies(text: string, { own, other, ownOnly, otherOnly, pairs }: RootsDifference): readonly Fix[] {
  const added = (into: ObjectNode, members: readonly Member[]): readonly Change[] => {
    const moved = members.flatMap(({ key, value }) => (value ? [movedMember(text, key.value, value)] : []));
    return moved.length === 0 ? [] : [appendMembers(text, into, moved)];
  };
  const missing = [...added(own, otherOnly), ...added(other, ownOnly)];
  if (pairs.length === 0) return [preferred(l10n.t('Add the missing servers'), ...missing)];
  const names = namesIn(pairs.map(([one]) => one));
  const copied = (from: Member, to: Member): Change =>
    replace(memberSpan(to), text.slice(memberSpan(from).offset, memberSpan(from).offset + memberSpan(from).length));
  return [
    removal(
      l10n.t('Keep {0} of "mcpServers" and remove the other', names),
      ...missing,
      ...pairs.map(([mine, theirs]) => copied(mine, theirs)),
    ),
    removal(
      l10n.t('Keep {0} of "servers" and remove the other', names),
      ...missing,
      ...pairs.map(([mine, theirs]) => copied(theirs, mine)),
    ),
  ];
}
