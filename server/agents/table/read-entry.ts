/** What an agent makes of the entry of a server, by the facts about its format. */
import * as l10n from '@vscode/l10n';
import { lookUp } from '../../../common/guards.ts';
import type { Transport } from '../../config/format/field.ts';
import { orList, quote } from '../../config/language.ts';
import { type EntryFlaw, endpointRemedy, notAnObject, notText, unknownType } from '../../config/servers/entry-flaw.ts';
import {
  type JsonNode,
  liveMembers,
  type Member,
  type ObjectNode,
  type Span,
  stringValue,
} from '../../config/text/json.ts';
import type {
  AgentFacts,
  EntryFormat,
  NameFacts,
  PropertyFact,
  PropertyFacts,
  ValueKind,
} from '../../tools/agent-facts.ts';

export interface EntryReading {
  readonly transport: Transport | undefined;
  readonly enabled: boolean | undefined;
  /** Why the agent doesn't use the server, and the property or the name that is the cause. */
  readonly skipped?: EntryFlaw & { readonly at?: Span; readonly isName?: true };
  /** The properties without effect, by path: `cwd`, `oauth.scopes`. */
  readonly ignored: readonly IgnoredProperty[];
}

export interface IgnoredProperty {
  readonly path: string;
  readonly key: Span;
  /** Why its value has no effect, if the property could have one. */
  readonly why?: string;
  /** True if it isn't known whether it has an effect. */
  readonly isUncertain?: true;
}

type Skipped = NonNullable<EntryReading['skipped']>;

/** @param node the value of the entry; undefined if it's missing */
export function readEntry(
  facts: Pick<AgentFacts, 'format' | 'names'>,
  name: string,
  node: JsonNode | undefined,
): EntryReading {
  if (node?.type !== 'object')
    return { transport: undefined, enabled: undefined, ignored: nothing, skipped: notAnObject() };
  return readMembers(facts, name, liveMembers(node));
}

const nothing: readonly IgnoredProperty[] = [];

/** @param members those of the entry */
export function readMembers(
  facts: Pick<AgentFacts, 'format' | 'names'>,
  name: string,
  members: ReadonlyMap<string, Member>,
): EntryReading {
  const { format } = facts;
  const { enabled: enabledFact } = format.properties;
  const isSwitch = enabledFact !== undefined && enabledFact.isUncertain !== true;
  const enabledNode = isSwitch ? members.get('enabled')?.value : undefined;
  const disabledNode = format.disabledBy && members.get(format.disabledBy)?.value;
  const isEnabled = enabledNode?.type === 'boolean' ? enabledNode.value : undefined;
  const enabled = isEnabled ?? (disabledNode?.type === 'boolean' ? !disabledNode.value : undefined);
  if (format.onlyEnabled === true && isEnabled !== undefined && !members.has(format.type))
    return { transport: undefined, enabled, ignored: nothing };
  const { transport, skipped } = transportOf(format, members);
  const badName = nameFlaw(facts, name);
  if (transport === undefined || badName !== undefined)
    return { transport, enabled, ignored: nothing, skipped: badName ?? skipped ?? notAnObject() };
  const ignored: IgnoredProperty[] = [];
  let flaw = skipped;
  const remote = transport !== 'stdio';
  for (const [property, { key, value }] of members) {
    if (property === format.type) {
      if (format.unknownType === 'uncertain' && !isKnownType(format, value))
        ignored.push({ path: property, key, isUncertain: true });
      continue;
    }
    if (isEndpoint(format, property)) {
      // Both endpoints: the other one is dropped.
      if ((property === 'command') === remote) ignored.push({ path: property, key });
      continue;
    }
    if (format.isOpen === true && !Object.hasOwn(format.properties, property)) continue;
    const fact = lookUp(format.properties, property);
    flaw = readProperty(property, key, value, fact, remote, ignored) ?? lackedBy(property, key, fact, members) ?? flaw;
  }
  return { transport, enabled, ignored, ...(flaw !== undefined && { skipped: flaw }) };
}

/** Returns what is wrong with a property of a settings file. Of others than these, nothing is known. */
export function settingFlaw(root: JsonNode | undefined, facts: PropertyFacts): Skipped | undefined {
  for (const [name, { key, value }] of liveMembers(root)) {
    const fact = lookUp(facts, name);
    const flaw = fact && readProperty(name, key, value, fact, false, []);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

/** Returns why the server is skipped, if a property isn't there that this one requires. */
function lackedBy(
  property: string,
  key: Span,
  fact: PropertyFact | undefined,
  members: ReadonlyMap<string, Member>,
): Skipped | undefined {
  const needed = fact?.requires;
  if (needed === undefined || members.has(needed)) return undefined;
  return {
    why: l10n.t('{0} requires {1}', quote(property), quote(needed)),
    remedy: l10n.t('Add {0}.', quote(needed)),
    at: key,
  };
}

const isKnownType = ({ types }: EntryFormat, value: JsonNode | undefined): boolean =>
  Object.hasOwn(types, stringValue(value) ?? '');

const isEndpoint = ({ urls = defaultUrls }: EntryFormat, property: string): boolean =>
  property === 'command' || Object.hasOwn(urls, property);

/** Adds what is ignored. Returns why the server is skipped. */
function readProperty(
  path: string,
  key: Span,
  value: JsonNode | undefined,
  fact: PropertyFact | undefined,
  remote: boolean,
  ignored: IgnoredProperty[],
): Skipped | undefined {
  const isElsewhere = fact?.on !== undefined && (fact.on === 'remote') !== remote;
  if (isElsewhere && fact.elsewhere === 'skips')
    return {
      why: remote
        ? l10n.t('{0} can\'t be combined with "url"', quote(path))
        : l10n.t('{0} can\'t be combined with "command"', quote(path)),
      remedy: l10n.t('Remove {0}.', quote(path)),
      at: key,
    };
  if (fact === undefined || isElsewhere) {
    ignored.push({ path, key });
    return undefined;
  }
  if (value === undefined) return undefined;
  if (fact.isUncertain === true) ignored.push({ path, key, isUncertain: true });
  const kind = fact.value;
  if (fact.orNull === true && value.type === 'null') return undefined;
  if (fact.oneOf !== undefined && value.type === 'string' && !fact.oneOf.includes(value.value)) {
    const why = l10n.t('{0} has an unknown value', quote(path));
    if (fact.otherwise === 'skips')
      return { why, remedy: l10n.t('Use {0}.', orList(fact.oneOf.map((word) => quote(word)))), at: key };
    ignored.push({ path, key, why });
    return undefined;
  }
  if (!fits[kind](value)) {
    const { why, remedy } = kindFault(kind, quote(path), value);
    if (fact.otherwise === 'skips') return { why, remedy, at: key };
    ignored.push({ path, key, why });
    return undefined;
  }
  if (fact.atLeast !== undefined && value.type === 'number' && value.value < fact.atLeast)
    ignored.push({ path, key, why: l10n.t('{0} is less than {1}', quote(path), fact.atLeast) });
  if (fact.hasNoEffect === true) ignored.push({ path, key });
  let flaw = fact.each && eachFlaw(path, key, value, fact.each, remote);
  if (fact.keys === undefined || value.type !== 'object') return flaw;
  for (const [name, member] of liveMembers(value))
    flaw ??= readProperty(`${path}.${name}`, member.key, member.value, fact.keys[name], remote, ignored);
  return flaw;
}

/** Returns why an item of a list, or a member of a map, makes the agent skip the server. What is ignored in them isn't told. */
function eachFlaw(path: string, key: Span, value: JsonNode, fact: PropertyFact, remote: boolean): Skipped | undefined {
  const items: readonly (readonly [name: string, key: Span, value: JsonNode | undefined])[] =
    value.type === 'array'
      ? value.items.map((item, index) => [`${path}[${index}]`, item, item])
      : Array.from(liveMembers(value), ([name, member]) => [`${path}.${name}`, member.key, member.value]);
  for (const [name, at, item] of items) {
    const flaw = readProperty(name, at ?? key, item, fact, remote, []);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

const defaultUrls: NonNullable<EntryFormat['urls']> = { url: 'http' };

interface Endpoint {
  readonly transport: Transport | undefined;
  readonly skipped?: Skipped;
}

/** Returns how the agent connects: a known type decides, then the command, then the URL. */
function transportOf(format: EntryFormat, members: ReadonlyMap<string, Member>): Endpoint {
  const typeNode = members.get(format.type)?.value;
  const stated = typeNode && (stringValue(typeNode) ?? typeNode.type);
  const named = stated !== undefined && Object.hasOwn(format.types, stated) ? format.types[stated] : undefined;
  const urls = format.urls ?? defaultUrls;
  const command = members.get('command')?.value;
  const [address, byAddress] =
    Object.entries(urls).find(([name]) => isGiven(members.get(name)?.value, format.loadsEmptyUrl)) ?? [];
  const url = address === undefined ? undefined : members.get(address);
  const hasCommand = isGiven(command, format.loadsEmptyCommand);
  const known = format.typeNeedsUrl === true && hasCommand && url === undefined ? undefined : named;
  const isUnknown = stated !== undefined && named === undefined;
  if (
    isUnknown &&
    format.unknownType !== 'ignored' &&
    format.unknownType !== 'uncertain' &&
    !(format.unknownType === 'needs-command' && isGiven(command))
  )
    return {
      transport: undefined,
      skipped: {
        ...unknownType(Object.keys(format.types)),
        ...atKey(members, format.type),
      },
    };
  if (stated === undefined && format.requiresType === true)
    return {
      transport: undefined,
      skipped: { why: l10n.t('missing "{0}"', format.type), remedy: addType(format, hasCommand ? 'stdio' : 'http') },
    };
  const hasBoth = hasCommand && url !== undefined;
  if (hasBoth && format.both === 'skips')
    return {
      transport: undefined,
      skipped: {
        why: l10n.t('"command" and "url" in the same entry'),
        remedy: l10n.t('Remove {0}, or {1}.', quote('command'), quote(address ?? 'url')),
        ...atKey(members, address ?? 'url'),
      },
    };
  if (known === 'stdio' || (known === undefined && hasCommand && !(hasBoth && format.both === 'url')))
    return hasCommand
      ? withCommand(command, format)
      : {
          transport: undefined,
          skipped: {
            why: l10n.t('missing "{0}"', 'command'),
            remedy: endpointRemedy(members.keys(), ['command'], format.commandIsList),
            ...atKey(members, 'command', format.type),
          },
        };
  if (url === undefined || address === undefined) {
    const names = known === undefined ? ['command', ...Object.keys(urls)] : Object.keys(urls);
    const remedy = endpointRemedy(members.keys(), names, format.commandIsList);
    const blank = [...members.keys()].find((key) => key !== key.trim() && names.includes(key.trim()));
    if (blank !== undefined)
      return {
        transport: undefined,
        skipped: { why: l10n.t('{0} has a blank at its start or end', quote(blank)), remedy, ...atKey(members, blank) },
      };
    const why = known === undefined ? l10n.t('missing "command" or "url"') : l10n.t('missing "{0}"', 'url');
    return { transport: undefined, skipped: { why, remedy, ...atKey(members, 'url', format.type) } };
  }
  const transport = known ?? (address === 'url' ? format.untypedUrl : byAddress);
  if (transport === 'skips' || transport === undefined)
    return {
      transport: undefined,
      skipped: { why: l10n.t('"url" requires "type"'), remedy: addType(format, 'http'), at: url.key },
    };
  const text = stringValue(url.value);
  if (text === undefined) {
    return { transport, skipped: { ...notText(address), at: url.key } };
  }
  if (format.urlAsWritten !== true || URL.canParse(text)) return { transport };
  const why = l10n.t('"url" isn\'t a URL before its variables are expanded');
  const remedy = l10n.t('Start {0} with http:// or https:// and a host without variables.', quote(address));
  return { transport, skipped: { why, remedy, at: url.key } };
}

/** Returns how a type is added that means a transport. */
const addType = ({ type, types }: EntryFormat, transport: Transport): string =>
  l10n.t(
    'Add {0}.',
    `${quote(type)}: ${quote(Object.keys(types).find((each) => types[each] === transport) ?? transport)}`,
  );

function withCommand(command: JsonNode | undefined, { commandIsList }: EntryFormat): Endpoint {
  const isText = commandIsList === true ? command !== undefined && fits.strings(command) : command?.type === 'string';
  return isText
    ? { transport: 'stdio' }
    : {
        transport: 'stdio',
        skipped: {
          ...notText('command'),
          ...(commandIsList === true && { remedy: l10n.t('Write {0} as an array of strings.', quote('command')) }),
        },
      };
}

/** Returns the place of the first of these properties that the entry has. */
function atKey(members: ReadonlyMap<string, Member>, ...names: readonly string[]): { readonly at?: Span } {
  const key = names.flatMap((name) => members.get(name)?.key ?? [])[0];
  return key === undefined ? {} : { at: key };
}

function isGiven(node: JsonNode | undefined, evenEmpty = false): boolean {
  if (node === undefined || node.type === 'null') return false;
  if (evenEmpty) return true;
  return node.type === 'string' ? node.value !== '' : node.type !== 'array' || node.items.length > 0;
}

/** Returns a name as agents compare it and show it in the names of tools. */
export const normalizedName = (name: string): string => name.replace(/[^\w-]/g, '_');

/** True for a name that the agent keeps for servers of its own. */
export const isReserved = ({ reserved = [] }: NameFacts, name: string): boolean =>
  reserved.some((each) => normalizedName(each) === normalizedName(name));

function nameFlaw({ names }: Pick<AgentFacts, 'names'>, name: string): Skipped | undefined {
  const remedy = l10n.t('Rename the server.');
  if (isReserved(names, name)) return { why: l10n.t('the name is reserved'), remedy, isName: true };
  return names.invalid?.test(name) === true ? { why: l10n.t("the name isn't valid"), remedy, isName: true } : undefined;
}

function isStrings(nodes: readonly JsonNode[]): boolean {
  for (const { type } of nodes) if (type !== 'string') return false;
  return true;
}

/** True if all values of the live members have one of these types. */
function hasValues({ members }: ObjectNode, types: readonly JsonNode['type'][]): boolean {
  for (const { value, live } of members) if (live && (value === undefined || !types.includes(value.type))) return false;
  return true;
}

const strings: readonly JsonNode['type'][] = ['string'];
const scalars: readonly JsonNode['type'][] = ['string', 'number', 'null'];

const fits: Readonly<Record<ValueKind, (node: JsonNode) => boolean>> = {
  any: () => true,
  array: (node) => node.type === 'array',
  boolean: (node) => node.type === 'boolean',
  booleanOrObject: (node) => node.type === 'boolean' || node.type === 'object',
  count: (node) => node.type === 'number' && Number.isInteger(node.value) && node.value >= 0,
  httpsUrl: (node) => node.type === 'string' && node.value.startsWith('https://'),
  nameOrStrings: (node) => (node.type === 'string' ? /^[\w-]+$/.test(node.value) : fits.strings(node)),
  never: () => false,
  number: (node) => node.type === 'number' && node.value >= 0,
  object: (node) => node.type === 'object',
  objectOrFalse: (node) => node.type === 'object' || (node.type === 'boolean' && !node.value),
  objects: (node) => node.type === 'array' && node.items.every(({ type }) => type === 'object'),
  port: (node) => node.type === 'number' && Number.isInteger(node.value) && node.value > 0 && node.value < 65_536,
  positiveIntegerOrObject: (node) => node.type === 'object' || fits.positiveInteger(node),
  positiveInteger: (node) => node.type === 'number' && Number.isSafeInteger(node.value) && node.value > 0,
  // As many as a 64-bit integer can count.
  positiveLongInteger: (node) => fits.count(node) && fits.seconds(node) && 'value' in node && node.value !== 0,
  scalarMap: (node) => node.type === 'object' && hasValues(node, scalars),
  // As many as a 64-bit integer can count.
  seconds: (node) => fits.number(node) && 'value' in node && Number(node.value) < 2 ** 64,
  string: (node) => node.type === 'string',
  stringOrObject: (node) => node.type === 'string' || node.type === 'object',
  stringMap: (node) => node.type === 'object' && hasValues(node, strings),
  stringMapOrNull: (node) => node.type === 'null' || (node.type === 'object' && hasValues(node, strings)),
  stringOrArray: (node) => node.type === 'string' || node.type === 'array',
  stringOrNull: (node) => node.type === 'string' || node.type === 'null',
  strings: (node) => node.type === 'array' && isStrings(node.items),
  word: (node) => node.type === 'string' && node.value.trim() !== '',
};

interface KindFault {
  readonly why: string;
  readonly remedy: string;
}

/** @param property in quotes */
function kindFault(kind: ValueKind, property: string, value: JsonNode): KindFault {
  switch (kind) {
    case 'boolean':
      return {
        why: l10n.t("{0} isn't true or false", property),
        remedy: l10n.t('Set {0} to true or false.', property),
      };
    case 'count':
      return {
        why: l10n.t("{0} isn't a whole number", property),
        remedy: l10n.t('Set {0} to 0 or a positive integer.', property),
      };
    case 'httpsUrl':
      return {
        why: l10n.t("{0} isn't an https URL", property),
        remedy: l10n.t('Set {0} to a URL that starts with https://.', property),
      };
    case 'number':
    case 'seconds':
      return { why: l10n.t("{0} isn't a number", property), remedy: l10n.t('Set {0} to a number.', property) };
    case 'never':
      return { why: l10n.t("{0} isn't accepted", property), remedy: l10n.t('Remove {0}.', property) };
    case 'objectOrFalse':
      return {
        why: l10n.t("{0} isn't an object or false", property),
        remedy: l10n.t('Write {0} as an object, or set it to false.', property),
      };
    case 'array':
    case 'stringOrArray':
      return { why: l10n.t("{0} isn't an array", property), remedy: l10n.t('Write {0} as an array.', property) };
    case 'booleanOrObject':
      return {
        why: l10n.t("{0} isn't true, false, or an object", property),
        remedy: l10n.t('Write {0} as an object, or set it to true or false.', property),
      };
    case 'stringOrObject':
      return {
        why: l10n.t("{0} isn't a string or an object", property),
        remedy: l10n.t('Write {0} as a string or an object.', property),
      };
    case 'any':
    case 'object':
      return { why: l10n.t("{0} isn't an object", property), remedy: l10n.t('Write {0} as an object.', property) };
    case 'objects':
      return {
        why: l10n.t("{0} isn't an array of objects", property),
        remedy: l10n.t('Write {0} as an array of objects.', property),
      };
    case 'port':
      return {
        why: l10n.t("{0} isn't a port number", property),
        remedy: l10n.t('Set {0} to a number from 1 to 65535.', property),
      };
    case 'positiveIntegerOrObject':
      return {
        why: l10n.t("{0} isn't a positive integer or an object", property),
        remedy: l10n.t('Set {0} to a positive integer, or write it as an object.', property),
      };
    case 'positiveInteger':
    case 'positiveLongInteger':
      return {
        why: l10n.t("{0} isn't a positive integer", property),
        remedy: l10n.t('Set {0} to a positive integer.', property),
      };
    case 'scalarMap':
    case 'stringMap':
    case 'stringMapOrNull':
      return value.type === 'object'
        ? {
            why: l10n.t("{0} has values that aren't strings", property),
            remedy: l10n.t('Write the values in {0} as strings.', property),
          }
        : kindFault('object', property, value);
    case 'string':
    case 'stringOrNull':
    case 'word':
      return { why: l10n.t("{0} isn't a string", property), remedy: l10n.t('Write {0} as a string.', property) };
    case 'nameOrStrings':
    case 'strings':
      return {
        why: l10n.t("{0} isn't an array of strings", property),
        remedy: l10n.t('Write {0} as an array of strings.', property),
      };
  }
}
