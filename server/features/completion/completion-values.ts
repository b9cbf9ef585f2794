/** Completion of values: of fields, variables, arguments, and headers. */
import * as l10n from '@vscode/l10n';
import { CompletionItemKind } from 'vscode-languageserver';
import { lookUp } from '../../../common/guards.ts';
import { programName } from '../../../common/program-name.ts';
import { writtenVariables } from '../../../common/variables.ts';
import type { AllowedValue, FieldInfo } from '../../config/format/field.ts';
import { fieldOf, fieldSet, transports } from '../../config/format/format.ts';
import { type Group, infoOf } from '../../config/format/group.ts';
import { packageOf, type Registry } from '../../config/packages/package.ts';
import { isArchived } from '../../config/packages/package-facts.ts';
import { wellKnownPackages } from '../../config/packages/well-known-packages.ts';
import type { CursorContext, Surroundings } from '../../config/servers/cursor-context.ts';
import type { ConfigDocument } from '../../config/servers/document.ts';
import { resolvePath } from '../../config/servers/process-launch.ts';
import { endOf, type JsonNode, type ObjectNode } from '../../config/text/json.ts';
import { isUsualName } from '../../config/variables/variable-syntax.ts';
import { expandedStringAt } from '../../config/variables/variable-uses.ts';
import { fieldMarkdown } from '../markdown.ts';
import type { DocumentContext } from '../server-status.ts';
import {
  escapeSnippet,
  newServers,
  type Proposal,
  proposal,
  valueSnippet,
  withoutTabStops,
} from './completion-snippets.ts';

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
    proposal(cursor, JSON.stringify(value), kind, markdown, escapeSnippet(JSON.stringify(value)));
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
        ...proposal(cursor, json, Folder, l10n.t('A folder on this machine.'), escapeSnippet(json)),
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

/** Returns variables if the cursor is after `${` in a value that Oh My Pi expands; otherwise undefined. */
export function variablesAt(context: DocumentContext, offset: number): readonly Proposal[] | undefined {
  const document = context.document.config;
  const node = expandedStringAt(document, offset);
  if (node === undefined) return undefined;
  const { text } = document;
  const begun = /\$\{[\w.()+-]*$/.exec(text.slice(node.offset, offset))?.[0];
  if (begun === undefined) return undefined;
  const after = text.slice(offset, endOf(node));
  const rest = /^(?:[\w.()+-]*(?=:-|\}))|^\w*/.exec(after)?.[0] ?? '';
  // A default is kept, and so is the brace after it.
  const end = after.startsWith(':-', rest.length) ? '' : '}';
  const isClosed = after.startsWith('}', rest.length);
  const replace = { offset: offset - begun.length, length: begun.length + rest.length + (isClosed ? 1 : 0) };
  const set = context.variables.filter(isUsualName);
  const others = variablesInUse(document, node).filter((name) => isUsualName(name) && !set.includes(name));
  return [...set, ...others].map((name, index) => ({
    label: name,
    kind: CompletionItemKind.Variable,
    filter: `\${${name}}`,
    markdown:
      index < set.length
        ? l10n.t('Set in the environment of the editor.')
        : l10n.t('Used elsewhere in this file, but not set.'),
    snippet: escapeSnippet(`\${${name}${end}`),
    replace,
  }));
}

/** Returns names for `env` that it doesn't have: those that other servers in the file set, then those in the environment. */
export function variablesForEnv(
  { document, variables }: DocumentContext,
  env: ObjectNode,
  at: JsonNode | undefined,
): readonly { readonly name: string; readonly markdown: string }[] {
  const { liveServers } = document.config;
  const written = new Set(env.members.flatMap(({ key }) => (key === at ? [] : [key.value])));
  const names = liveServers.flatMap(({ parsed }) => {
    const map = parsed?.group.fields.get('env')?.value;
    return map?.type === 'object' && map !== env ? map.members.map(({ key }) => key.value) : [];
  });
  const others = new Set(names);
  return [...new Set([...others, ...variables])]
    .filter((name) => /^[A-Za-z_]\w*$/.test(name) && !written.has(name))
    .map((name) => ({
      name,
      markdown: others.has(name)
        ? l10n.t('Used by another server in this file.')
        : l10n.t('Set in the environment of the editor.'),
    }));
}

/** Returns the names of the variables in all values except one. */
function variablesInUse({ liveServers }: ConfigDocument, without: JsonNode): readonly string[] {
  const texts = liveServers.flatMap((entry) => entry.texts);
  const names = texts.flatMap(({ node }) =>
    node === without ? [] : writtenVariables(node.value).map(({ name }) => name),
  );
  return [...new Set(names)];
}

/** A proposed item of an array of strings. */
export interface ItemProposal {
  readonly text: string;
  readonly markdown: string;
  readonly kind: CompletionItemKind;
}

interface Launcher {
  readonly registry: Registry;
  /** The only subcommand that starts a package. */
  readonly subcommand?: string;
  /** Arguments before the package. */
  readonly options: readonly (readonly [text: string, markdown: () => string])[];
}

const yes = ['-y', () => l10n.t('Installs the package without asking for confirmation.')] as const;
const run = [
  ['run', () => l10n.t('Starts a new container.')],
  ['-i', () => l10n.t('Keeps standard input open, which a stdio server needs.')],
  ['--rm', () => l10n.t('Removes the container when the server stops.')],
] as const;

const launchers: Readonly<Record<string, Launcher>> = {
  npx: { registry: 'npm', options: [yes] },
  bunx: { registry: 'npm', options: [] },
  uvx: { registry: 'python', options: [] },
  docker: { registry: 'image', subcommand: 'run', options: run },
  podman: { registry: 'image', subcommand: 'run', options: run },
};

/**
 * Returns the next arguments of a launcher: its missing options, and the packages of widely used servers, unless the
 * arguments already contain a package.
 * @param from where the argument at the cursor starts
 */
export function argumentsFor(
  { node, entry }: Extract<Surroundings, { kind: 'arguments' }>,
  from: number,
): readonly ItemProposal[] {
  const command = entry?.parsed?.group.fields.get('command')?.value;
  const program = command?.type === 'string' ? programName(command.value) : '';
  const launcher = lookUp(launchers, program);
  if (launcher === undefined) return [];
  const words = node.items.flatMap((item) => (item.type === 'string' && item.offset !== from ? [item.value] : []));
  const { subcommand } = launcher;
  const isOther =
    subcommand !== undefined && (words.find((word) => !word.startsWith('-')) ?? subcommand) !== subcommand;
  // Without the argument at the cursor, which may still become an option.
  const others = entry?.launch && {
    ...entry.launch,
    words: entry.launch.words.filter(({ offset }) => offset !== from),
  };
  const started = packageOf(others)?.node;
  // Arguments after the package belong to the package.
  if (isOther || (started !== undefined && started.offset < from)) return [];
  const names =
    started === undefined
      ? wellKnownPackages[launcher.registry].filter((name) => !isArchived(launcher.registry, name))
      : [];
  const about = () => l10n.t('The package of a widely used server. Add a version.');
  const packages = names.map((name) => [name, about] as const);
  return [...launcher.options, ...packages]
    .filter(([text]) => !words.includes(text))
    .map(([text, markdown]) => ({ text, markdown: markdown(), kind: CompletionItemKind.Value }));
}

export interface HeaderInfo {
  readonly name: string;
  readonly markdown: () => string;
  /** Snippets of the value, without quotes. */
  readonly values: readonly string[];
}

const variable = (name: string): string => `\\\${\${1:${name}}\\}`;

/** Common headers, the most frequent first. */
export const headers: readonly HeaderInfo[] = [
  {
    name: 'Authorization',
    markdown: () => l10n.t('Credentials of the client. Keep the secret in an environment variable.'),
    values: [`Bearer ${variable('TOKEN')}`, `Basic ${variable('CREDENTIALS')}`],
  },
  {
    name: 'X-API-Key',
    markdown: () => l10n.t('An API key, for servers that expect it in this header.'),
    values: [variable('API_KEY')],
  },
  {
    name: 'Accept',
    markdown: () => l10n.t('The media types that are accepted in responses.'),
    values: ['application/json, text/event-stream'],
  },
  { name: 'Content-Type', markdown: () => l10n.t('The media type of the request body.'), values: ['application/json'] },
  { name: 'User-Agent', markdown: () => l10n.t('The name of the client, for the logs of the server.'), values: ['$1'] },
];

/** Finds a header by name, ignoring case. */
export function headerInfo(name: string): HeaderInfo | undefined {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
}
