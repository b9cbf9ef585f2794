/** Properties of other tools, and proposed ones, that this format doesn't have. */

import * as l10n from '@vscode/l10n';
import { foreignServerKeys, foreignTopKeys, schemaWords, type ToolId } from '../../../common/generated/tools.ts';
import { lookUp } from '../../../common/guards.ts';
import { closestMatch, normalizedWord } from '../closest-match.ts';
import type { JsonNode, ObjectNode } from '../text/json.ts';
import type { Remedy } from './foreign-keys.ts';

/** A key that another tool uses. */
export interface ForeignKey {
  /** The tool or kind of source, as in "a Gemini CLI property". */
  readonly tool: string;
  /** The remedy as a sentence without its period: 'Use "url" with "type": "http"'. */
  readonly instead: () => string;
  /** Fields of this format that the key replaces. They aren't reported as missing if the key is present. */
  readonly standsFor?: readonly string[];
  /** The field of this format that takes the same value. */
  readonly sameAs?: string;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: that is how Oh My Pi's variables look
const variable = '${NAME}';

type Replacement = Omit<ForeignKey, 'tool'>;

const instead = (text: () => string, ...standsFor: readonly string[]): Replacement => ({
  instead: text,
  ...(standsFor.length > 0 && { standsFor }),
});
const use = (field: string): Replacement => instead(() => l10n.t('Use "{0}"', field), field);
const renamed = (field: string): Replacement => ({ ...use(field), sameAs: field });
const removed = instead(() => l10n.t('Remove it'));

/** By the remedy that the facts about tools name. */
const replacements: Readonly<Record<Exclude<Remedy, `${string}:${string}`>, Replacement>> = {
  remove: removed,
  address: instead(() => l10n.t('Use "url" with "type": "http" (or "sse")'), 'url', 'type'),
  opposite: instead(() => l10n.t('Use "enabled" with the opposite value'), 'enabled'),
  'list-variables': instead(() => l10n.t('List the variables in "env"')),
  'list-headers': instead(() => l10n.t('List the headers in "headers"')),
  bearer: instead(() => l10n.t('Use "headers": {0}', `{"Authorization": "Bearer ${variable}"}`), 'headers'),
  'header-variables': instead(() => l10n.t('Use "headers" with values such as "{0}"', variable), 'headers'),
  milliseconds: instead(() => l10n.t('Use "timeout" (in milliseconds)'), 'timeout'),
  resource: instead(() => l10n.t('Use "resource" in "auth"'), 'auth'),
  'no-prompts': instead(() => l10n.t('Remove it, and use environment variables such as {0}', variable)),
};

function replacementFor(remedy: Remedy): Replacement {
  if (remedy.startsWith('same:')) return renamed(remedy.slice('same:'.length));
  if (remedy.startsWith('use:')) return use(remedy.slice('use:'.length));
  return lookUp<Replacement>(replacements, remedy) ?? removed;
}

const ofTools = (
  keys: Readonly<Record<string, readonly [tool: string, remedy: Remedy]>>,
): Readonly<Record<string, ForeignKey>> =>
  Object.fromEntries(Object.entries(keys).map(([key, [tool, remedy]]) => [key, { tool, ...replacementFor(remedy) }]));

const note: ForeignKey = { tool: 'comment', ...removed };
const inCatalogs: ForeignKey = { tool: 'plugin catalog', ...removed };
const thirdParty = 'third-party';

const serverKeys: Readonly<Record<string, ForeignKey>> = {
  ...ofTools(foreignServerKeys),
  description: inCatalogs,
  name: { tool: 'plugin catalog', ...instead(() => l10n.t('Remove it (the key of the entry is the name)')) },
  link: inCatalogs,
  timeout_ms: { tool: thirdParty, ...renamed('timeout') },
  timeoutMs: { tool: thirdParty, ...renamed('timeout') },
  transport: { tool: thirdParty, ...use('type') },
  note,
  _note: note,
  _comment: note,
  $comment: note,
  comment: note,
};

const topKeys: Readonly<Record<string, ForeignKey>> = ofTools(foreignTopKeys);

const proposed: Readonly<Record<string, readonly string[]>> = {
  server: ['enabledTools', 'disabledTools', 'lazy'],
  oauth: ['scopes'],
};

/** Synonyms of each field, in lower-case letters and digits only. */
const serverAliases: Readonly<Record<string, readonly string[]>> = {
  command: ['cmd', 'exec', 'executable', 'program', 'binary'],
  args: ['arguments', 'argv', 'argument', 'params', 'parameters', 'commandargs'],
  env: ['environment', 'envs', 'environments', 'environmentvariables', 'envvariables', 'envvars', 'vars', 'variables'],
  cwd: ['workingdirectory', 'workingdir', 'workdir', 'directory', 'currentdirectory'],
  url: ['uri', 'href', 'endpoint', 'address', 'baseurl', 'serveruri'],
  headers: ['httpheaders', 'requestheaders'],
  timeout: ['requesttimeout', 'requesttimeoutms', 'timeoutmilliseconds'],
};

const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries(serverAliases).flatMap(([field, words]) => words.map((word) => [word, field] as const)),
);

/** Synonyms that are long enough to be recognized with a typo. */
const longAliases = [...aliases.keys()].filter((word) => word.length >= 8);

/** Returns the field that a key is a synonym of, possibly misspelled: `cmd`, `arguments`, `enviroment`. */
export function aliasOf(place: KeyPlace, key: string): string | undefined {
  if (place !== 'server') return undefined;
  const word = normalizedWord(key);
  return aliases.get(word) ?? aliases.get(closestMatch(word, longAliases) ?? '');
}

/** The closed objects of the format; `server` covers all transports. */
export type KeyPlace = 'top' | 'server' | 'auth' | 'oauth';

/** @param value the value of the key: Cline also nests the connection in `transport` */
export function foreignKeyFor(place: KeyPlace, key: string, value?: JsonNode): ForeignKey | undefined {
  if (place === 'server')
    return key === 'transport' && value?.type === 'object' ? nestedConnection(value) : lookUp(serverKeys, key);
  return place === 'top' ? lookUp(topKeys, key) : undefined;
}

const nestedConnection = ({ members }: ObjectNode): ForeignKey => ({
  tool: 'Cline',
  instead: () => l10n.t('Move its properties to the server'),
  standsFor: ['url', 'command', 'type'].filter((field) => members.some(({ key }) => key.value === field)),
});

/** True for a key that is proposed for Oh My Pi but isn't in any release. */
export function isProposedKey(place: KeyPlace, key: string): boolean {
  return lookUp(proposed, place)?.includes(key) ?? false;
}

/** Returns the tool that uses this `$schema`; undefined if unknown. */
export function toolOfSchema(schema: string): ToolId | undefined {
  const [address = ''] = schema.toLowerCase().split(/[?#]/, 1);
  return schemaWords.find(([, first, second]) => {
    const at = address.indexOf(first);
    return at >= 0 && address.includes(second, at + first.length);
  })?.[0];
}
