/** Changes and findings as text. Names and texts of servers are escaped, so that nothing in them is hidden. */
import * as l10n from '@vscode/l10n';
import { visible } from '../text/escape.ts';
import { indentedCanonicalJson } from './canonical.ts';
import type { Comparison, ItemChange } from './compare.ts';
import type { TextFinding } from './findings.ts';
import type { InstructionKind } from './instructions.ts';
import type { ItemKind, ItemLock, LockedValue } from './lock.ts';

/** Maximum number of characters of a server's text in a message. */
const longest = 120;

const short = (text: string): string => visible(text.length > longest ? `${text.slice(0, longest)}…` : text);

export function comparisonText({ items, ...others }: Comparison): string {
  const isTools = items.every(({ kind }) => kind === 'tools');
  const count = items.length + Object.values(others).filter(Boolean).length;
  if (items.length === 0 || !isTools)
    return count === 1
      ? l10n.t('1 change since the server was locked')
      : l10n.t('{0} changes since the server was locked', count);
  return items.length === 1
    ? l10n.t('1 tool changed since it was locked')
    : l10n.t('{0} tools changed since they were locked', items.length);
}

/** "added", "removed", "changed: description, input schema" */
export function changeText({ before, after, fields }: ItemChange): string {
  if (before === undefined) return l10n.t('added');
  if (after === undefined) return l10n.t('removed');
  return l10n.t('changed: {0}', fields.map(fieldName).join(', '));
}

/** Returns the changes apart from the items, one line each. */
export function serverChangeTexts({ launch, server, instructions }: Comparison): readonly string[] {
  const texts: string[] = [];
  if (launch) texts.push(l10n.t('Command, arguments, or URL changed'));
  if (server) texts.push(l10n.t('Version changed: {0} to {1}', who(server.before), who(server.after)));
  if (instructions) texts.push(l10n.t('Instructions changed'));
  return texts;
}

const who = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  short(`${name} ${version}`.trim());

export function kindName(kind: ItemKind): string {
  return {
    tools: l10n.t('Tool'),
    prompts: l10n.t('Prompt'),
    resourceTemplates: l10n.t('Resource template'),
  }[kind];
}

function fieldName(field: string): string {
  const names: Readonly<Record<string, string>> = {
    title: l10n.t('title'),
    description: l10n.t('description'),
    inputSchema: l10n.t('input schema'),
    outputSchema: l10n.t('output schema'),
    annotations: l10n.t('annotations'),
    arguments: l10n.t('arguments'),
    mimeType: l10n.t('MIME type'),
    instructions: l10n.t('instructions'),
  };
  return names[field] ?? l10n.t('name');
}

/** Returns the location of a finding: "echo (description)". */
export function findingPlace({ item, field }: TextFinding): string {
  return item === undefined
    ? l10n.t('Instructions of the server')
    : l10n.t('{0} ({1})', short(item.name), fieldName(field));
}

export function problemText({ problem }: TextFinding): string {
  if (problem.kind === 'hidden')
    return l10n.t(
      'Hidden characters: {0}',
      problem.characters.slice(0, 5).join(', ') + (problem.characters.length > 5 ? ', …' : ''),
    );
  return l10n.t('{0}: "{1}"', instructionText(problem.type), short(problem.excerpt));
}

function instructionText(kind: InstructionKind): string {
  return {
    override: l10n.t('Tells the model to ignore its instructions'),
    markup: l10n.t('Has markup that addresses the model'),
    secrecy: l10n.t('Tells the model to keep something from the user'),
    files: l10n.t('Tells the model to read sensitive files'),
    disclosure: l10n.t('Asks for the conversation or for secrets'),
  }[kind];
}

/** Returns a locked item as text for line diffs; '' if it's undefined. */
export function itemText(lock: ItemLock | undefined): string {
  return Object.entries(lock ?? {})
    .map(([field, locked]) => `${visible(field)}:\n${lockedText(locked)}\n`)
    .join('\n');
}

/** Returns '' if the value is undefined. */
export function lockedText(locked: LockedValue | undefined): string {
  if (locked === undefined) return '';
  const { sha256, value } = locked;
  if (value === undefined) return l10n.t('(too long to keep; SHA-256 {0})', sha256);
  const text = typeof value === 'string' ? value : indentedCanonicalJson(value);
  return text
    .split(/\r\n|\r|\n/)
    .map(visible)
    .join('\n');
}
