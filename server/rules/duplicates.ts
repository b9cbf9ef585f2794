/** The same key twice in one object. */
import { serverMap } from '../config/document.ts';
import type { Member, ObjectNode } from '../config/json.ts';
import { choice, preferred, replaceString } from '../fixes/fix.ts';
import { removeMember } from '../fixes/members.ts';
import { freeName } from '../fixes/names.ts';
import type { Details, ObjectRule, TopRule } from './rule.ts';
import { fileWith, quote } from './words.ts';

/** The member that a JSON parser keeps instead of this one. */
function winnerOver({ key }: Member, { members }: ObjectNode): Member | undefined {
  return members.findLast((member) => member.live && member.key.value === key.value);
}

const related = (winner: Member | undefined, message: string): Details =>
  winner === undefined ? {} : { related: [{ ...spanOf(winner), message }] };

const spanOf = ({ key: { offset, length } }: Member) => ({ offset, length });

export const duplicateKey: ObjectRule = {
  kind: 'object',
  code: 'duplicate-key',
  // The spec does not speak of it, and a JSON parser takes the file.
  severity: 'warning',
  tag: 'unnecessary',
  docs: {
    title: 'Duplicate key',
    why: "JSON parsers, the agent's among them, keep the last of two equal keys without a word. What stands under the first one has no effect.",
    wrong: fileWith('{"command": "docs-server", "command": "docs"}'),
    right: fileWith('{"command": "docs-server"}'),
  },
  check(object, report) {
    for (const member of object.members) {
      const { key, live } = member;
      if (live) continue;
      report(
        key,
        `${quote(key.value)} comes again further down, and the agent keeps only the last one: remove or rename this one.`,
        {
          ...related(winnerOver(member, object), 'The agent keeps this one.'),
          fixes: ({ text }) => [preferred(`Remove this ${quote(key.value)}`, ...removeMember(text, object, member))],
        },
      );
    }
  },
};

export const duplicateServer: TopRule = {
  kind: 'top',
  code: 'duplicate-server',
  severity: 'warning',
  tag: 'unnecessary',
  docs: {
    title: 'Duplicate server name',
    why: 'Of two servers with one name in a file the agent sees only the last, because that is what a JSON parser keeps.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server"}, "docs": {"command": "other-server"}}}',
    right: '{"mcpServers": {"docs": {"command": "docs-server"}, "docs-2": {"command": "other-server"}}}',
  },
  check(document, report) {
    const map = serverMap(document);
    if (map === undefined) return;
    for (const member of map.members) {
      if (member.live) continue;
      const { value: name } = member.key;
      report(
        member.key,
        `Another server ${quote(name)} follows, and the agent keeps only the last one: rename or remove this one.`,
        {
          ...related(winnerOver(member, map), 'The agent keeps this server.'),
          fixes: ({ text, servers }) => {
            const free = freeName(name, servers);
            return [
              preferred(`Remove this server ${quote(name)}`, ...removeMember(text, map, member)),
              choice(`Rename this server to ${quote(free)}`, replaceString(member.key, free)),
            ];
          },
        },
      );
    }
  },
};
