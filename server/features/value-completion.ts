/** Completes the values of members. */
import * as l10n from '@vscode/l10n';
import { CompletionItemKind } from 'vscode-languageserver';
import type { CursorContext } from '../config/cursor-context.ts';
import type { AllowedValue, FieldInfo } from '../config/field.ts';
import { fieldOf, fieldSet, transports } from '../config/format.ts';
import { type Group, infoOf } from '../config/group.ts';
import { resolvePath } from '../config/process-launch.ts';
import { type Proposal, proposal } from './completion-proposal.ts';
import { headerInfo } from './header-completion.ts';
import { fieldMarkdown } from './markdown.ts';
import type { DocumentContext } from './server-status.ts';
import { newServers, plain, valueSnippet, withoutTabStops } from './snippets.ts';

const { EnumMember, Folder, Snippet, Value } = CompletionItemKind;

const agentSchema =
  'https://raw.githubusercontent.com/can1357/oh-my-pi/main/packages/coding-agent/src/config/mcp-schema.json';

export function valueProposals(context: DocumentContext, cursor: CursorContext): readonly Proposal[] {
  const { around, member } = cursor;
  if (around.kind === 'group' && around.group.place === 'server' && member?.key.value === 'cwd') {
    const found = folderProposals(context, cursor);
    if (found.length > 0) return found;
  }
  if (around.kind === 'servers')
    return newServers.map(({ label, markdown, body }) => proposal(cursor, label(), Snippet, markdown(), body));
  if (around.kind === 'map') return around.name === 'headers' ? headerValues(cursor) : [];
  return around.kind === 'group' && member !== undefined ? values(around.group, member.key.value, cursor) : [];
}

/** Returns the allowed values of a field; undefined if it accepts others. The type of a server may be any transport's. */
export function allowedValues({ place }: Group, { name, values }: FieldInfo): readonly AllowedValue[] | undefined {
  if (place !== 'server' || name !== 'type') return values;
  return transports.flatMap((transport) => fieldOf(fieldSet(transport), name)?.values ?? []);
}

function values(group: Group, name: string, cursor: CursorContext): readonly Proposal[] {
  const info = group.fields.has(name) ? infoOf(group, name) : undefined;
  if (info === undefined) return [];
  const add = (value: unknown, kind: Proposal['kind'], markdown: string) =>
    proposal(cursor, JSON.stringify(value), kind, markdown, plain(JSON.stringify(value)));
  const allowed = allowedValues(group, info);
  if (allowed !== undefined)
    return allowed.map(({ value, description }) => add(value, EnumMember, l10n.t(description)));
  const markdown = fieldMarkdown(info, group.place);
  if (info.type === 'boolean') return [true, false].map((value) => add(value, EnumMember, markdown));
  if (info.type === 'object' || info.type === 'array') {
    return [proposal(cursor, info.type === 'array' ? '[ ]' : '{ }', Snippet, markdown, valueSnippet(info))];
  }
  if (group.place === 'top' && name === '$schema')
    return [add(agentSchema, Value, l10n.t('The schema that Oh My Pi publishes.'))];
  return info.examples.map((example) => add(example, Value, markdown));
}

/** Returns the subfolders of the path typed so far. */
function folderProposals({ folders, place }: DocumentContext, cursor: CursorContext): readonly Proposal[] {
  const typed = cursor.node?.type === 'string' ? cursor.node.value : '';
  const parent = typed.slice(0, typed.lastIndexOf('/') + 1);
  const uri = resolvePath(parent === '' ? '.' : parent, place.project);
  if (uri === undefined || folders === undefined) return [];
  const isHidden = (name: string): boolean =>
    /^\.|^node_modules$/.test(name) && !name.startsWith(typed.slice(parent.length, parent.length + 1) || '/');
  return folders(uri)
    .filter((name) => !isHidden(name))
    .map((name) => {
      const json = JSON.stringify(parent + name);
      return {
        ...proposal(cursor, json, Folder, l10n.t('A folder on this machine.'), plain(json)),
        isIncomplete: true,
      };
    });
}

function headerValues(cursor: CursorContext): readonly Proposal[] {
  const info = headerInfo(cursor.member?.key.value ?? '');
  return (info?.values ?? []).map((value) =>
    proposal(cursor, JSON.stringify(withoutTabStops(value)), Value, info?.markdown() ?? '', `"${value}"`),
  );
}
