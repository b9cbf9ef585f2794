/** Keys that the format doesn't allow, or that Oh My Pi ignores in this file. A server, its auth, and its oauth are closed objects (spec config-format.md). */

import * as l10n from '@vscode/l10n';
import { ignoringSwitches, openReaders } from '../../common/generated/readers.ts';
import { type AgentId, agentName } from '../../common/messages/agents.ts';
import { readersOfProperty, restrictsTools } from '../config/format/agent-properties.ts';
import type { ForeignKey } from '../config/format/dialects.ts';
import { transportsWith } from '../config/format/format.ts';
import type { Group, UnknownKey } from '../config/format/group.ts';
import type { JsonNode, Member, ObjectNode } from '../config/text/json.ts';
import { preferred, replaceString } from '../fixes/fix.ts';
import { foreignKeyFixes, proposedKeyFixes } from '../fixes/foreign-key-fixes.ts';
import { removeFix } from '../fixes/removal.ts';
import { innerPlaces, unknownKeyFixes } from '../fixes/unknown-key-fixes.ts';
import type { RuleContext } from './context.ts';
import { andList, fileWith, foreignProperty, orList, quote } from './message-text.ts';
import { concernsOhMyPi, readersMeant } from './readers-meant.ts';
import { holdsOnlyServers } from './required.ts';
import type { FieldRule, FixMaker, KeyRule, MisplacedRule } from './rule.ts';

const right = fileWith('{"command": "docs-server"}');

export const misplacedField: MisplacedRule = {
  code: 'misplaced-field',
  severity: 'error',
  docs: {
    title: 'Property of another transport',
    why: 'The properties command, args, env, and cwd describe a process. The properties url and headers describe an endpoint.',
    wrong: fileWith('{"type": "http", "url": "https://example.com/mcp", "env": {"A": "1"}}'),
    right: fileWith('{"type": "http", "url": "https://example.com/mcp", "headers": {"A": "1"}}'),
  },
  check(field, { transport, group }, report) {
    const { value: name } = field.key;
    const others = andList(transportsWith(name));
    if (name === 'env' && holdsHeaders(field.value) && !group.fields.has('headers')) {
      const message = l10n.t(
        '"env" applies only to {0} servers, but this is an {1} server. Use "headers" for what is sent with requests.',
        others,
        transport,
      );
      report(field.key, message, () => [
        preferred(l10n.t('Change to "{0}"', 'headers'), replaceString(field.key, 'headers')),
      ]);
      return;
    }
    const message =
      transport === 'stdio'
        ? l10n.t('"{0}" applies only to {1} servers, but this is a stdio server. Remove it.', name, others)
        : l10n.t('"{0}" applies only to {1} servers, but this is an {2} server. Remove it.', name, others, transport);
    report(field.key, message, removeKeyFix(group.node, field));
  },
};

/** True for a map of names that headers have, and variables don't. */
const holdsHeaders = (value: JsonNode | undefined): boolean =>
  value?.type === 'object' &&
  value.members.length > 0 &&
  value.members.every(({ key }) => /^(?:authorization|[\w]+(?:-[\w]+)+)$/i.test(key.value));

export const ignoredWhenImported: FieldRule = {
  code: 'ignored-when-imported',
  severity: 'information',
  tag: 'unnecessary',
  on: ({ name }) => name === 'requestIdFormat' || name === 'instructions',
  appliesIn: (context) => context.level === 'imported' && concernsOhMyPi(context),
  docs: {
    title: 'Property ignored in an imported file',
    why: 'Oh My Pi reads requestIdFormat and instructions only from its own files, not from files that it imports from other tools.',
    wrong: fileWith('{"command": "docs-server", "instructions": false}'),
    right,
    context: { level: 'imported' },
  },
  check(field, group, report) {
    report(
      field.key,
      l10n.t(
        '"{0}" is ignored in another tool\'s file. Move the server to an Oh My Pi file, or remove the property.',
        field.info.name,
      ),
      removeKeyFix(group.node, field),
    );
  },
};

export const unknownKey: KeyRule = {
  code: 'unknown-key',
  severity: 'error',
  docs: {
    title: 'Unknown property',
    why: 'Only the properties of the format are allowed. Most unknown properties are typos.',
    wrong: fileWith('{"comand": "docs-server"}'),
    right,
  },
  check(property, group, report, context) {
    const { kind } = property.meaning;
    if (kind === 'foreign' || kind === 'proposed' || isMeant(group, property, context)) return;
    // The entry as a whole is reported.
    if (holdsOnlyServers(group)) return;
    const message = effectMessage(group, property, context) ?? messageFor(group, property);
    report(property.key, message, ({ text }) => unknownKeyFixes(text, group, property));
  },
};

/** Creates the fix that removes a key from its object. */
export function removeKeyFix(object: ObjectNode, member: Member): FixMaker {
  return ({ text }) => [removeFix(text, object, member)];
}

/** Returns the message for a key that no other format has. */
export function messageFor(group: Group, { key, meaning }: UnknownKey): string {
  const unknown = l10n.t('Unknown property {0}.', quote(key.value));
  if (meaning.kind === 'alternateSpelling') return l10n.t('{0} {1} is already set.', unknown, quote(meaning.of));
  const inner = meaning.kind === 'unknown' ? innerPlaces(group, key.value) : [];
  if (inner.length > 0) return l10n.t('{0} Move it to {1}, or remove it.', unknown, orList(inner.map(quote)));
  return meaning.kind === 'typo' ? l10n.t('{0} Did you mean {1}?', unknown, quote(meaning.meant)) : unknown;
}

export const foreignKey: KeyRule = {
  code: 'foreign-key',
  severity: 'error',
  docs: {
    title: "Another tool's property",
    why: 'Many tools share the file name but use different properties. The message names the equivalent property, if there is one.',
    wrong: fileWith('{"command": "docs-server", "disabled": true}'),
    right: fileWith('{"command": "docs-server", "enabled": false}'),
  },
  check(property, group, report, context) {
    const { key, meaning } = property;
    if (meaning.kind !== 'foreign' || isMeant(group, property, context)) return;
    const plain = effectMessage(group, property, context) ?? foreignKeyMessage(group, property, meaning.from);
    const ignoring =
      key.value === 'disabled' ? readersMeant(context).filter((id) => ignoringSwitches.includes(id)) : [];
    if (ignoring.length === 0) return report(key, plain, ({ text }) => foreignKeyFixes(text, group, property));
    const names = andList(ignoring.map(agentName));
    const message =
      ignoring.length === 1
        ? l10n.t('{0} {1} ignores both.', plain, names)
        : l10n.t('{0} {1} ignore both.', plain, names);
    // The server stays on there, so the fix isn't clear.
    report(key, message, ({ text }) => foreignKeyFixes(text, group, property).map(({ preferred: _, ...fix }) => fix));
  },
};

/** Returns which tool's property it is, and what to use instead. */
export function foreignKeyMessage(group: Group, property: UnknownKey, from: ForeignKey): string {
  return l10n.t('{0} {1}.', foreignProperty(property.key.value, from), instead(group, property, from));
}

function instead(group: Group, property: UnknownKey, from: ForeignKey): string {
  const [field] = from.standsFor ?? [];
  const isThere = field !== undefined && group.aliases.get(field) !== property;
  const disabled =
    property.key.value === 'disabled' && property.value?.type === 'boolean' ? property.value.value : undefined;
  const enabled = group.fields.get('enabled')?.value;
  // If `disabled` and `enabled` contradict each other, the value that starts nothing takes precedence.
  const contrary = disabled === true && enabled?.type === 'boolean' && enabled.value;
  if (isThere && !contrary) return l10n.t('{0} is already set', quote(field));
  if (disabled === undefined) return from.instead();
  return disabled ? l10n.t('Use "enabled": false') : l10n.t('Remove it (servers are enabled by default)');
}

export const proposedKey: KeyRule = {
  code: 'newer-key',
  severity: 'error',
  docs: {
    title: 'Proposed property',
    why: 'This property is proposed for Oh My Pi, but no release supports it.',
    wrong: fileWith('{"command": "docs-server", "lazy": true}'),
    right,
  },
  check(property, group, report, context) {
    const { key, meaning } = property;
    if (meaning.kind !== 'proposed' || isMeant(group, property, context)) return;
    const remedy = group.place === 'oauth' ? l10n.t('Use "scope" with space-separated scopes') : l10n.t('Remove it');
    const message =
      effectMessage(group, property, context) ??
      l10n.t('{0} is proposed for Oh My Pi, but no release supports it. {1}.', quote(key.value), remedy);
    report(key, message, ({ text }) => proposedKeyFixes(text, group, property));
  },
};

export const agentProperty: KeyRule = {
  code: 'agent-property',
  severity: 'information',
  appliesIn: ({ agentsAreChosen }) => agentsAreChosen === true,
  docs: {
    title: 'Property of a chosen agent',
    why: 'The format doesn\'t allow this property, but an agent reads it that the setting switchyard.config.readers or "readers" in .mcp-config.json names. Without that setting, it is an error.',
    wrong: fileWith('{"command": "docs-server", "alwaysLoad": true}'),
    right,
    context: { level: 'standalone', agents: ['claude-code'], agentsAreChosen: true },
  },
  check(property, group, report, context) {
    if (isMeant(group, property, context)) report(property.key, readByMessage(group, property, context));
  },
};

/** True for a property that an agent reads that settings name. */
function isMeant(group: Group, { key }: UnknownKey, { agents = [], agentsAreChosen }: RuleContext): boolean {
  return agentsAreChosen === true && readersOfProperty(group, key.value, agents).length > 0;
}

/** Returns what a property does in the agents that read the file; undefined if they all ignore it, as the format says. */
function effectMessage(group: Group, property: UnknownKey, context: RuleContext): string | undefined {
  const name = property.key.value;
  const { agents = ohMyPiOnly } = context;
  const reading = readersOfProperty(group, name, agents);
  const ignoring = agents.filter((id) => !reading.includes(id) && !openReaders.includes(id));
  if (restrictsTools(group, name) && ignoring.length > 0) {
    const names = orList(ignoring.map(agentName));
    const effect = l10n.t('{0} has no effect in {1}: all tools stay available.', quote(name), names);
    return reading.length === 0 ? effect : l10n.t('{0} Only {1} reads it.', effect, andList(reading.map(agentName)));
  }
  return reading.length === 0 ? undefined : readByMessage(group, property, context);
}

const ohMyPiOnly: readonly AgentId[] = ['oh-my-pi'];

function readByMessage(group: Group, { key }: UnknownKey, { agents = [] }: RuleContext): string {
  const reading = readersOfProperty(group, key.value, agents);
  const names = andList(reading.map(agentName));
  return reading.length > 1
    ? l10n.t("{0} read {1}, but the format doesn't allow it.", names, quote(key.value))
    : l10n.t("{0} reads {1}, but the format doesn't allow it.", names, quote(key.value));
}
