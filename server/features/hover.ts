/** textDocument/hover: documentation of fields, values, servers, and variables. */

import * as l10n from '@vscode/l10n';
import type { Hover } from 'vscode-languageserver';
import { ohMyPiAgent } from '../agents/oh-my-pi.ts';
import { fieldSet, serverNamePattern, serverNameRule } from '../config/format/format.ts';
import { infoOf } from '../config/format/group.ts';
import type { PackageRun, Registry } from '../config/packages/package.ts';
import { type CursorContext, cursorContextAt } from '../config/servers/cursor-context.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import { rangeOf } from '../config/servers/open-document.ts';
import type { ParsedServer, ServerEntry } from '../config/servers/server-entry.ts';
import { endOf, type Span } from '../config/text/json.ts';
import { expandedStringAt, variableUses } from '../config/variables/variable-uses.ts';
import { isOffSwitch } from '../rules/required.ts';
import { foreignKeyMessage } from '../rules/unknown-keys.ts';
import { allowedValues } from './completion/completion-values.ts';
import { pageOf } from './document-links.ts';
import { code, escapeMarkdown, fieldMarkdown } from './markdown.ts';
import { type DocumentContext, listedText, serverStatusText, timeoutText, variableText } from './server-status.ts';

/** Returns the hover text at `offset`; `null` if there is nothing to show. */
export function hoverAt(context: DocumentContext, offset: number): Hover | null {
  const { document } = context;
  const { config } = document;
  const hover = (markdown: string, span: Span): Hover => ({
    contents: { kind: 'markdown', value: markdown },
    range: rangeOf(document, span),
  });
  const variable = variableAt(config, offset);
  if (variable !== undefined) return hover(variableText(variable, context), variable);
  // A hover refers to the character after `offset`; `cursorContextAt` expects a position between characters.
  const cursor = [offset + 1, offset]
    .map((place) => cursorContextAt(config, place))
    .find((found) => found?.node !== undefined);
  if (cursor?.node === undefined) return null;
  const markdown = textFor(context, cursor);
  return markdown === undefined ? null : hover(markdown, cursor.node);
}

function variableAt(document: ConfigDocument, offset: number) {
  const node = expandedStringAt(document, offset + 1);
  return node && variableUses(document.text, node).find((use) => offset >= use.offset && offset < endOf(use));
}

function textFor(context: DocumentContext, { around, role, member, node }: CursorContext): string | undefined {
  const { config } = context.document;
  if (around.kind === 'servers' && role === 'key') {
    const entry = config.servers.find((server) => server.key === node);
    if (entry === undefined) return undefined;
    const about = serverText(entry, context);
    return entry.live ? `${about}\n\n${serverStatusText(entry.name, context)}` : about;
  }
  if (around.kind === 'list' && role === 'item' && node?.type === 'string') {
    const entry = config.liveServers.find((server) => server.name === node.value);
    const listed = listedText(around.name, node.value, context);
    return entry === undefined ? listed : `${listed}\n\n${serverText(entry, context)}`;
  }
  if (around.kind === 'arguments' && around.entry?.package !== undefined && node === around.entry.package.node)
    return packageText(around.entry.package);
  if (around.kind === 'group' && role === 'key' && member !== undefined) {
    const property = around.group.unknownKeys.find(({ key }) => key === node);
    if (property?.meaning.kind === 'foreign')
      return escapeMarkdown(foreignKeyMessage(around.group, property, property.meaning.from));
  }
  if (around.kind !== 'group' || member === undefined || !around.group.fields.has(member.key.value)) return undefined;
  const info = infoOf(around.group, member.key.value);
  if (info === undefined) return undefined;
  if (role === 'key') {
    const about = `**${info.name}**\n\n${fieldMarkdown(info, around.group.place)}`;
    const replaced = info.name === 'timeout' ? timeoutText(context) : undefined;
    return replaced === undefined ? about : `${about}\n\n${replaced}`;
  }
  if (node?.type !== 'string') return undefined;
  const allowed = allowedValues(around.group, info)?.find(({ value }) => value === node.value);
  return allowed === undefined ? undefined : l10n.t(allowed.description);
}

const registries: Readonly<Record<Registry, () => string>> = {
  npm: () => l10n.t('Package from npm'),
  python: () => l10n.t('Package from PyPI'),
  image: () => l10n.t('Container image'),
};

function packageText(run: PackageRun): string {
  const page = pageOf(run);
  return [
    `**${registries[run.registry]()}**: ${code(run.spec)}`,
    l10n.t('Started with {0}', code(run.runner.join(' '))),
    ...(page === undefined ? [] : [`<${page}>`]),
  ].join('\n\n');
}

/** The suffix of the transport's name, by how the transport was chosen. */
const howChosen: Readonly<Record<ParsedServer['choice'], () => string>> = {
  stated: () => '',
  assumed: () => l10n.t(' (default `type`)'),
  'untyped-url': () => l10n.t(' (inferred from `url`; `type` is missing)'),
  'untyped-headers': () => l10n.t(' (inferred from `headers`; `type` is missing)'),
  misspelled: () => l10n.t(' (inferred from an invalid `type`)'),
  contradicted: () => l10n.t(' (inferred from other properties; `type` conflicts)'),
  both: () => l10n.t(' (both `command` and `url` are set)'),
};

/** What only Oh My Pi does with an entry is said if it's the agent whose states are shown. */
function serverText(entry: ServerEntry, { agent }: DocumentContext): string {
  const { parsed } = entry;
  if (parsed === undefined) return `${l10n.t('Server {0}', code(entry.name))}\n\n${l10n.t(serverNameRule)}`;
  const name = code(entry.name);
  const isOhMyPis = agent === ohMyPiAgent;
  if (isOhMyPis && isOffSwitch(parsed)) return `${l10n.t('**Off switch**: {0}', name)}\n\n${offSwitchText(name)}`;
  const set = fieldSet(parsed.transport);
  const notes: string[] = [];
  if (isOhMyPis && parsed.choice === 'untyped-url') notes.push(l10n.t('Without `type`, Oh My Pi assumes http.'));
  if (isOhMyPis && entry.name !== '' && !serverNamePattern.test(entry.name))
    notes.push(l10n.t("The format doesn't allow this name, but Oh My Pi loads the server."));
  return [`**${l10n.t(set.title)}**${howChosen[parsed.choice]()}: ${name}`, l10n.t(set.description), ...notes].join(
    '\n\n',
  );
}

const offSwitchText = (name: string): string =>
  l10n.t(
    'Disables {0} in all files with lower precedence. The format requires `command` or `url`, but Oh My Pi accepts this entry.',
    name,
  );
