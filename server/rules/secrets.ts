/** Literal secrets and placeholders. Messages never contain a value. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how Oh My Pi's variables look
import * as l10n from '@vscode/l10n';
import {
  isMaskedArgument,
  isMaskedIdentifier,
  isMaskedSecret,
  isPlaceholder,
  looksSecret,
  mayBePlaceholder,
  namesSecret,
  tokenIn,
} from '../../common/text/secrets.ts';
import { withoutVariables, writtenVariables } from '../../common/variables.ts';
import type { ExpandableString } from '../config/format/expandable-strings.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import { itemsOf, stringValue } from '../config/text/json.ts';
import {
  isUsualName,
  nestedVariable,
  variableAround,
  variableNameFrom,
  variableOfServer,
} from '../config/variables/variable-syntax.ts';
import { spelledVariable } from '../config/variables/written-variables.ts';
import { preferred, removal, replaceString } from '../fixes/fix.ts';
import { visibleText } from './characters.ts';
import { fileWith } from './message-text.ts';
import type { TextRule } from './rule.ts';

/** A named value inside a string. */
interface NamedValue {
  readonly start: number;
  readonly end: number;
  /** Name of the variable, header, or option. */
  readonly name: string;
  readonly value: string;
}

/** Returns the named parts of a string: the whole value of a map entry, `--name=value`, `?name=value`. */
function namedParts(text: ExpandableString, entry: ServerEntry): readonly NamedValue[] {
  const { field, node, name, index } = text;
  const { value } = node;
  const whole = (called: string): NamedValue[] => [{ name: called, value, start: 0, end: value.length }];
  if (field === 'env' || field === 'headers') return name === undefined || value.startsWith('!') ? [] : whole(name);
  if (field === 'auth' || field === 'oauth') return name === 'clientSecret' ? whole(name) : [];
  if (field === 'url') return [...queryOf(value), ...pathOf(value)];
  if (field !== 'args') return [];
  const option = /^(?:--?|\/)?([A-Za-z][\w.-]*)[=:](.+)$/s.exec(value);
  if (option !== null && !value.includes('://')) {
    const [, called = '', part = ''] = option;
    return [{ name: called, value: part, start: value.length - part.length, end: value.length }];
  }
  if (/^https?:/i.test(value)) return queryOf(value);
  const before = index === undefined ? undefined : argumentBefore(index, entry);
  return before !== undefined && /^--?[A-Za-z][\w-]*$/.test(before) ? whole(before) : [];
}

/** Returns the defaults of variables. A default has the name of its key, unless that of its variable names a secret. */
function defaultsIn(value: string, around: readonly NamedValue[]): readonly NamedValue[] {
  return writtenVariables(value).flatMap(({ index, written, name, fallback }) => {
    if (fallback === undefined) return [];
    const end = index + written.length - 1;
    const span = { value: fallback, start: end - fallback.length, end };
    return [{ ...span, name: namesSecret(name) ? name : (nameAround(span, around) ?? name) }];
  });
}

const nameAround = (span: Pick<NamedValue, 'start' | 'end'>, parts: readonly NamedValue[]): string | undefined =>
  parts.find(({ start, end }) => span.start >= start && span.end <= end)?.name;

function argumentBefore(index: number, entry: ServerEntry): string | undefined {
  return stringValue(itemsOf(entry.parsed?.group.fields.get('args')?.value)[index - 1]);
}

function queryOf(url: string): readonly NamedValue[] {
  if (!url.includes('?')) return [];
  return Array.from(url.matchAll(/[?&]([^=&#?]+)=([^&#]+)/g), ({ 0: whole, 1: name = '', 2: value = '', index }) => {
    const end = index + whole.length;
    return { name, value, start: end - value.length, end };
  });
}

/** Returns the segments of a path that follow their name, as in `/api_key/<value>/mcp`. Shorter ones are often words. */
function pathOf(url: string): readonly NamedValue[] {
  return Array.from(
    url.matchAll(/\/(api-?_?key|access-?_?token|token|secret)\/(?=([\w-]{16,}))/gi),
    ({ 0: whole, 1: name = '', 2: value = '', index }) => {
      const start = index + whole.length;
      return { name, value, start, end: start + value.length };
    },
  ).filter(({ value }) => /\d[A-Za-z_-]*\d/.test(value) && !/^0x/i.test(value));
}

/** Removes the scheme from the value of a header such as `Bearer xyz`. */
function withoutScheme(part: NamedValue): NamedValue {
  const scheme = /^(?:bearer|basic|token|apikey)\s+/i.exec(part.value)?.[0].length ?? 0;
  return { ...part, value: part.value.slice(scheme), start: part.start + scheme };
}

function secretIn(text: ExpandableString, entry: ServerEntry): Omit<NamedValue, 'value'> | undefined {
  const { value } = text.node;
  // Shorter values cause too many false positives. A value that Oh My Pi runs as a command isn't a secret itself.
  if (value.length < 8 || (value.startsWith('!') && (text.field === 'env' || text.field === 'headers')))
    return undefined;
  const parts = namedParts(text, entry);
  for (const part of [...parts, ...defaultsIn(value, parts)])
    if (namesSecret(part.name) && looksSecret(part.value)) return withoutScheme(part);
  const token = tokenIn(value);
  if (token === undefined) return undefined;
  const [rest = ''] = endOfKey.exec(value.slice(token.end)) ?? [];
  return { start: token.start, end: token.end + rest.length, name: nameAround(token, parts) ?? 'token' };
}

/** What follows the recognized part of a private key: any other lines, and its end. */
const endOfKey = /^.*?-----END [A-Z ]*PRIVATE KEY-*/s;

/** Returns the variable for a secret: with the name that it has already, otherwise derived from the server's name. */
function variableFor({ field, node }: ExpandableString, entry: ServerEntry, name: string): string {
  // `docker run -e NAME=value`
  const isVariable = field === 'env' ? isUsualName(name) : field === 'args' && node.value.startsWith(`${name}=`);
  if (isVariable && /^\w+$/.test(name)) return name;
  if (field === 'env') return variableNameFrom(name);
  const plain = /^authorization$/i.test(name) ? 'token' : name.replace(/^(?:-+|x-)/i, '');
  return variableOfServer(entry.name, plain);
}

/** A secret in a string, with its replacement. */
export interface LiteralSecret {
  readonly secret: string;
  readonly variable: string;
  /**
   * The whole string with the variable in place of the secret; undefined if that puts it inside another variable, or if
   * the tool of the file isn't known to expand any.
   */
  readonly better: string | undefined;
}

/** @param tool of the file; Oh My Pi if undefined */
export function secretAt(text: ExpandableString, entry: ServerEntry, tool?: string): LiteralSecret | undefined {
  const found = secretIn(text, entry);
  if (found === undefined) return undefined;
  const { value } = text.node;
  // A variable can't be in a default, so it replaces the one that contains the secret.
  const around = variableAround(value, found.start);
  const { start, end } = around ?? found;
  const isDefault = around?.fallback !== undefined && tokenIn(around.name) === undefined;
  const variable = isDefault ? around.name : variableFor(text, entry, found.name);
  const written = spelledVariable(variable, tool);
  const better = written === undefined ? undefined : value.slice(0, start) + written + value.slice(end);
  return {
    secret: isDefault ? around.fallback : value.slice(found.start, found.end),
    variable,
    better: better !== undefined && nestedVariable(better) === undefined ? better : undefined,
  };
}

export const literalSecret: TextRule = {
  code: 'literal-secret',
  severity: 'warning',
  on: {},
  docs: {
    title: 'Secret in the file',
    why: 'Config files are shared, synced, and committed, along with every secret in them. A committed secret must be replaced.',
    wrong: fileWith('{"command": "docs-server", "env": {"DOCS_API_KEY": "k3Jq9vT2mXw8Lr5Z"}}'),
    right: fileWith('{"command": "docs-server", "env": {"DOCS_API_KEY": "${DOCS_API_KEY}"}}'),
  },
  check(text, entry, report, { tool }) {
    const found = secretAt(text, entry, tool);
    if (found === undefined) return;
    const { node } = text;
    const { better } = found;
    const variable = spelledVariable(found.variable, tool);
    if (variable === undefined) {
      report(node, l10n.t('This looks like a secret, and the file may be shared.'));
      return;
    }
    report(
      node,
      l10n.t('This looks like a secret, and the file may be shared. Use {0} and set that variable.', variable),
      () =>
        better === undefined
          ? []
          : [removal(l10n.t('Remove the secret and use {0}', variable), replaceString(node, better))],
    );
  },
};

/** True for a single variable, as most values are. Oh My Pi expands it; `$NAME` has a separate rule. */
function isOneVariable(value: string): boolean {
  return (value.startsWith('${') && value.indexOf('}') === value.length - 1) || /^\$\w+$/.test(value);
}

/** True for the masked value of an option: `--user xxxxx`, `--user=xxxxx`. */
function isMaskedOption(value: string, { index = 0 }: ExpandableString, entry: ServerEntry): boolean {
  if (!isMaskedArgument(value)) return false;
  return /^--?[A-Za-z][\w-]*=/.test(value) || /^--?[A-Za-z][\w-]*$/.test(argumentBefore(index, entry) ?? '');
}

/** Fields in which masked text is reported. In others, a sequence of x may be intended. */
const maskedFields: ReadonlySet<ExpandableString['field']> = new Set(['url', 'auth', 'oauth'] as const);

export const placeholderValue: TextRule = {
  code: 'placeholder-value',
  severity: 'information',
  on: {},
  docs: {
    title: 'Placeholder value',
    why: 'The server starts with the placeholder as the actual value and fails later with an error about credentials or paths.',
    wrong: fileWith('{"command": "docs-server", "env": {"DOCS_API_KEY": "<your-api-key>"}}'),
    right: fileWith('{"command": "docs-server", "env": {"DOCS_API_KEY": "${DOCS_API_KEY}"}}'),
  },
  check(text, entry, report, { tool }) {
    const { node, name = 'value', field } = text;
    if (node.value.startsWith('!') || isOneVariable(node.value)) return;
    const secret = (field === 'env' || field === 'headers' || name === 'clientSecret') && namesSecret(name);
    const value = visibleText(node.value);
    const masked =
      field === 'args' ? isMaskedOption(value, text, entry) : maskedFields.has(field) && isMaskedIdentifier(value);
    const suspect = masked || mayBePlaceholder(value) || (secret && isMaskedSecret(value));
    const written = withoutVariables(value);
    if (!suspect || (!masked && !isPlaceholder(written) && !(secret && isMaskedSecret(written)))) return;
    const variable = spelledVariable(secret ? variableFor(text, entry, name) : 'NAME', tool);
    if (variable === undefined) {
      report(node, l10n.t('Placeholder value. Use the actual value.'));
      return;
    }
    if (!secret) {
      report(node, l10n.t('Placeholder value. Use the actual value or a variable such as {0}.', variable));
      return;
    }
    const scheme = /^(?:bearer|basic|token)\s+/i.exec(node.value)?.[0] ?? '';
    report(node, l10n.t('Placeholder value. Use {0} and set that variable.', variable), () => [
      preferred(l10n.t('Change to {0}', variable), replaceString(node, scheme + variable)),
    ]);
  },
};
