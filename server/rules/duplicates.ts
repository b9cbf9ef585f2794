/** Duplicate keys in one object, and duplicate server names. */
import * as l10n from '@vscode/l10n';
import { maskTokens } from '../../common/text/mask-secrets.ts';
import { serverMap } from '../config/servers/document.ts';
import { liveMembers, type Member, type ObjectNode } from '../config/text/json.ts';
import { choice, type Fix, removal as gone, preferred, replaceString } from '../fixes/fix.ts';
import { removeFix } from '../fixes/removal.ts';
import { betterName } from '../fixes/rename-server.ts';
import { fileWith, quote } from './message-text.ts';
import { type DocumentRule, type ObjectRule, relatedTo } from './rule.ts';

/** Yields each member that a JSON parser drops, with the later one of the same key. */
function* dropped(object: ObjectNode): Generator<readonly [member: Member, winner: Member]> {
  if (object.members.every(({ live }) => live)) return;
  const winners = liveMembers(object);
  for (const member of object.members) {
    const winner = winners.get(member.key.value);
    if (!member.live && winner !== undefined) yield [member, winner];
  }
}

/** Creates the fix that removes a duplicate. Preferred only if no data is lost: its value may be the intended one. */
function removeDuplicate(text: string, object: ObjectNode, member: Member, winner: Member): Fix {
  const { changes, removes } = removeFix(text, object, member, winner.value);
  return (removes === true ? gone : preferred)(
    l10n.t('Remove this {0}', quote(maskTokens(member.key.value))),
    ...changes,
  );
}

export const duplicateKey: ObjectRule = {
  code: 'duplicate-key',
  // The spec doesn't mention duplicate keys, and JSON parsers accept them.
  severity: 'warning',
  tag: 'unnecessary',
  docs: {
    title: 'Duplicate key',
    why: 'JSON parsers silently keep only the last of several properties with the same key. The earlier values have no effect.',
    wrong: fileWith('{"command": "docs-server", "command": "docs"}'),
    right: fileWith('{"command": "docs-server"}'),
  },
  check(object, report) {
    for (const [member, winner] of dropped(object)) {
      const { key } = member;
      report(
        key,
        l10n.t(
          'Duplicate key {0}. Only the last one is used. Remove or rename this one.',
          quote(maskTokens(key.value)),
        ),
        ({ text }) => [removeDuplicate(text, object, member, winner)],
        relatedTo(winner.key, l10n.t('This one is used.')),
      );
    }
  },
};

export const duplicateServer: DocumentRule = {
  code: 'duplicate-server',
  severity: 'warning',
  tag: 'unnecessary',
  docs: {
    title: 'Duplicate server name',
    why: 'If several servers in a file have the same name, JSON parsers silently keep only the last one.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server"}, "docs": {"command": "other-server"}}}',
    right: '{"mcpServers": {"docs": {"command": "docs-server"}, "docs-2": {"command": "other-server"}}}',
  },
  check(document, report) {
    const map = serverMap(document);
    if (map === undefined) return;
    for (const [member, winner] of dropped(map)) {
      const { value: name } = member.key;
      report(
        member.key,
        l10n.t('Duplicate server name {0}. Only the last one is used. Rename or remove this one.', quote(name)),
        (whole) => {
          const remove = removeDuplicate(whole.text, map, member, winner);
          const free = betterName(whole, member.key);
          if (free === undefined) return [remove];
          const title = l10n.t('Rename to {0}', quote(free));
          const change = replaceString(member.key, free);
          return remove.removes === true ? [preferred(title, change), remove] : [remove, choice(title, change)];
        },
        relatedTo(winner.key, l10n.t('This server is used.')),
      );
    }
  },
};
