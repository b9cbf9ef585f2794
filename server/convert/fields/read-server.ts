/** Converts an entry of any tool to a server in Oh My Pi's format. Keys that can't be converted get a remark. */

import * as l10n from '@vscode/l10n';
import { formatNames, type ToolId } from '../../../common/generated/tools.ts';
import { isCommandValue, replaceVariables, writtenVariables } from '../../../common/variables.ts';
import { closestMatch } from '../../config/closest-match.ts';
import { aliasOf } from '../../config/format/dialects.ts';
import type { FieldInfo, Transport } from '../../config/format/field.ts';
import { fieldSet, type SetName, serverFieldNames } from '../../config/format/format.ts';
import { orList, quote } from '../../config/language.ts';
import { chooseTransport, transportMeant } from '../../config/servers/choose-transport.ts';
import { nameProblem } from '../../config/servers/server-names.ts';
import type { StringNode } from '../../config/text/json.ts';
import { isInRange, milliseconds } from '../../fixes/value-conversion.ts';
import { formatOf } from '../../tools/find-tool.ts';
import type { LabeledEntry } from '../finding/find-entries.ts';
import { isList, isMap, numberOf, SpelledNumber, scalarText, textOf, type Value, type ValueMap } from '../value.ts';
import { type ConversionContext, ServerBuilder } from './server-builder.ts';
import { converterOf } from './tools.ts';
import { keepsVariables, toOwn } from './variable-conversion.ts';

/** A server between two formats: in Oh My Pi's format, and valid there. */
export interface PortableServer extends Omit<LabeledEntry, 'sourceMembers'> {
  readonly transport: Transport;
  /** Fields of Oh My Pi's format in the order of its spec, all valid; also `envFile` for targets that have it. */
  readonly fields: ValueMap;
  /** True if variables are written as in the source, because the same tool reads the target. */
  readonly keepsVariables?: true;
}

/** A field that Oh My Pi doesn't have, for targets that do. */
const envFile: FieldInfo = { name: 'envFile', type: 'string', description: '', examples: [] };

/** Returns undefined, with a remark, if the entry isn't a server that Oh My Pi can connect to, or a switch to keep. */
export function readServer(entry: LabeledEntry, context: ConversionContext): PortableServer | undefined {
  const { name, label, at } = entry;
  const builder = new ServerBuilder(context, label, entry.sourceMembers);
  convertKeys(builder);
  const unreachable = unreachableBy(builder);
  if (unreachable !== undefined) {
    context.remarks.add('skipped', { server: label, at }, unreachable);
    return undefined;
  }
  const transport = transportOf(builder);
  const set = transport === 'stdio' ? [...fieldSet(transport).fields, envFile] : fieldSet(transport).fields;
  const fields = new Map<string, Value>();
  for (const info of set) {
    const value = info.name === 'type' ? undefined : builder.field(info.name);
    const fitting = value === undefined ? undefined : fitted(builder, info, value, builder.keyOf(info.name));
    if (info.name === 'type' && transport !== 'stdio') fields.set('type', transport);
    // In a file that is converted in place, an explicit `stdio` is intentional.
    else if (info.name === 'type' && context.ownFile && builder.sourceMembers.get('type')?.value === 'stdio')
      fields.set('type', 'stdio');
    else if (fitting !== undefined) {
      fields.set(info.name, fitting);
      const { span } = builder.sourceMembers.get(builder.keyOf(info.name)) ?? {};
      if (span !== undefined && isList(fitting)) context.onList?.(fitting, span);
    }
  }
  for (const field of [...serverFieldNames, envFile.name])
    if (builder.field(field) !== undefined && !set.some((info) => info.name === field))
      for (const key of builder.keysOf(field)) builder.lose(key, l10n.t('Not supported for {0} servers.', transport));
  const endpoint = transport === 'stdio' ? 'command' : 'url';
  // Without a command, Oh My Pi ignores the `disabled` of other tools.
  const isSwitch =
    context.keepsSwitches === true && fields.get('enabled') === false && builder.keyOf('enabled') === 'enabled';
  // Renamed, it would disable another server.
  const invalidName = isSwitch ? nameProblem(name) : undefined;
  if (fields.has(endpoint) || (isSwitch && invalidName === undefined))
    return { name, label, transport, fields, at, ...(keepsVariables(context) && { keepsVariables: true }) };
  const off = builder.field('enabled') === false && builder.field(endpoint) === undefined;
  const why = off
    ? l10n.t('The entry only disables a server that is defined elsewhere.')
    : l10n.t('Missing or invalid "{0}".', endpoint);
  context.remarks.add('skipped', { server: label, at }, invalidName ?? why);
  return undefined;
}

/** Returns the reason if a server has a transport for which no format has an entry. */
function unreachableBy(builder: ServerBuilder): string | undefined {
  const [type, url] = [textOf(builder.field('type')) ?? '', textOf(builder.field('url')) ?? ''];
  if (/^(?:ws|wss|websocket)$/i.test(type) || /^wss?:/i.test(url))
    return l10n.t("WebSocket servers can't be converted.");
  if (/^(?:unix|pipe):/i.test(url)) return l10n.t("Servers at Unix sockets and named pipes can't be converted.");
  const host = /^(?:builtin|platform|frontend|inline_python|sdk)$/i.test(type);
  if (!host) return undefined;
  const { dialect } = builder.context;
  return dialect === 'oh-my-pi'
    ? l10n.t('The type {0} belongs to another tool, which has the server inside.', quote(type))
    : l10n.t('The server is part of {0}.', formatNames[dialect]);
}

/** Converts all keys. Those with the same name in Oh My Pi's format take precedence over synonyms. */
function convertKeys(builder: ServerBuilder): void {
  const { dialect } = builder.context;
  const keys = [...builder.sourceMembers.keys()];
  const first = keys.filter((key) => serverFieldNames.includes(key));
  for (const key of [...first, ...keys.filter((other) => !first.includes(other))]) {
    const value = builder.sourceMembers.get(key)?.value;
    if (value === undefined || value === null) continue;
    const handler = converterOf(dialect, key);
    if (handler !== undefined) handler(builder, value, key);
    else if (serverFieldNames.includes(key)) builder.put(key, value, key);
    else putMeant(builder, value, key);
  }
}

/** Converts a synonym or a misspelled key, as a check of the file reads it. */
function putMeant(builder: ServerBuilder, value: Value, key: string): void {
  const meant = aliasOf('server', key) ?? closestMatch(key, serverFieldNames);
  if (meant === undefined || builder.field(meant) !== undefined) {
    builder.lose(key, l10n.t('The target format has no such setting.'));
    return;
  }
  builder.put(meant, value, key);
  builder.change(key, l10n.t('Read as {0}.', JSON.stringify(meant)));
}

function transportOf(builder: ServerBuilder): Transport {
  const { defaultRemoteType, remoteIsUntyped = false, addressFirst = false } = formatOf(builder.context.dialect);
  const has = (field: string): boolean => builder.field(field) !== undefined && builder.field(field) !== '';
  const written = textOf(builder.field('type'));
  const stated = remoteIsUntyped && written === 'remote' && has('url') ? undefined : written;
  const address = textOf(builder.field('url'));
  const command = has('command') && !(addressFirst && has('url'));
  const type = stated ?? (has('url') && !command ? defaultRemoteType : undefined);
  const node: StringNode | undefined =
    type === undefined ? undefined : { type: 'string', value: type, offset: 0, length: 0 };
  const { transport, choice } = chooseTransport({
    type: node,
    command,
    url: has('url'),
    address,
    headers: has('headers'),
    process: has('args') || has('env') || has('cwd'),
  });
  if (stated !== undefined && (transportMeant(stated) === undefined || choice === 'contradicted'))
    builder.change(builder.keyOf('type'), l10n.t('Converted to "{0}", based on the other properties.', transport));
  return transport;
}

/** Converts a value to the type of a field. Returns undefined, with a remark, if that isn't possible. */
function fitted(builder: ServerBuilder, info: FieldInfo, value: Value, key: string): Value | undefined {
  switch (info.type) {
    case 'string':
      return fitText(builder, info, value, key);
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (value === 'true' || value === 'false') return value === 'true';
      return misfit(builder, key, l10n.t('true or false'));
    case 'number':
    case 'integer':
      return fitNumber(builder, info, value, key);
    case 'array':
      return isList(value) ? fitList(builder, value, key) : misfit(builder, key, l10n.t('an array'));
    case 'object':
      if (!isMap(value)) return misfit(builder, key, l10n.t('an object'));
      return info.holds === 'strings'
        ? fitStrings(builder, info.name, value)
        : fitGroup(builder, info.name, value, key);
  }
}

function misfit(builder: ServerBuilder, key: string, needed: string): undefined {
  builder.lose(key, l10n.t('Invalid value. Expected {0}.', needed));
}

function fitText(builder: ServerBuilder, info: FieldInfo, value: Value, key: string): Value | undefined {
  const text = stringFor(builder, value, key);
  if (text === undefined) return misfit(builder, key, l10n.t('a string'));
  if (info.minLength !== undefined && text.length < info.minLength)
    return misfit(builder, key, l10n.t('a non-empty string'));
  if (info.values !== undefined && !info.values.some((allowed) => allowed.value === text))
    return misfit(builder, key, orList(info.values.map((allowed) => `"${allowed.value}"`)));
  return translated(builder, text, key);
}

/** Returns a scalar as a string; undefined for other values. A number keeps its spelling. */
function stringFor(builder: ServerBuilder, value: Value, key: string): string | undefined {
  if (value instanceof SpelledNumber)
    builder.change(
      key,
      l10n.t('Converted to a string with the same spelling. The source tool may use another form of this number.'),
    );
  return scalarText(value);
}

function fitNumber(builder: ServerBuilder, info: FieldInfo, value: Value, key: string): Value | undefined {
  const number = typeof value === 'string' ? milliseconds(value) : numberOf(value);
  if (number !== undefined && isInRange(info, number)) return number;
  const { minimum = 0, maximum } = info;
  const range =
    maximum === undefined
      ? l10n.t('a number of at least {0}', minimum)
      : l10n.t('a number from {0} to {1}', minimum, maximum);
  return misfit(builder, key, range);
}

function fitList(builder: ServerBuilder, list: readonly Value[], key: string): Value {
  return list.flatMap((item, index) => {
    const path = `${key}[${index}]`;
    const text = stringFor(builder, item, path);
    return text === undefined ? (misfit(builder, path, l10n.t('a string')) ?? []) : translated(builder, text, path);
  });
}

function fitStrings(builder: ServerBuilder, field: string, map: ValueMap): Value {
  const strings = new Map<string, Value>();
  for (const [name, value] of map) {
    const path = builder.pathOf(field, name);
    const text = stringFor(builder, value, path);
    if (value === null && field === 'env') builder.lose(path, removesVariable(builder.context.dialect));
    else if (text === undefined) misfit(builder, path, l10n.t('a string'));
    else if (isCommand(builder, field, text))
      builder.lose(
        path,
        l10n.t('Oh My Pi would run the text after "!" as a command, but the source tool treats it as plain text.'),
      );
    else strings.set(name, commandIn(builder, text, path) ?? translated(builder, text, path));
  }
  return strings;
}

/** Whether another tool removes the variable isn't known. */
const removesVariable = (dialect: ToolId): string =>
  dialect === 'vscode'
    ? l10n.t('null is left out. {0} removes the variable from the environment.', formatNames[dialect])
    : l10n.t('Invalid value. Expected {0}.', l10n.t('a string'));

/** Converts a value that is a whole `$(command)` to Oh My Pi's `!command`. */
function commandIn(builder: ServerBuilder, text: string, path: string): string | undefined {
  const command = /^\$\(([^()]+)\)$/.exec(text)?.[1];
  if (command === undefined || formatOf(builder.context.dialect).runsCommands !== true) return undefined;
  builder.change(path, l10n.t('Oh My Pi runs this command when it connects.'));
  return `!${command}`;
}

/** True if a value that is plain text in the source tool would be run as a command by Oh My Pi. */
function isCommand(builder: ServerBuilder, field: string, text: string): boolean {
  if (builder.context.ownFile || (field !== 'env' && field !== 'headers')) return false;
  // Oh My Pi replaces a variable with its default before it runs the value.
  return isCommandValue(text) || isCommandValue(withDefaults(text));
}

const withDefaults = (text: string): string =>
  replaceVariables(text, writtenVariables(text), ({ written, fallback }) => fallback ?? written);

/** Converts `auth` or `oauth`, which are closed objects. */
function fitGroup(builder: ServerBuilder, name: string, map: ValueMap, key: string): Value | undefined {
  const set = fieldSet(name as SetName);
  const fields = new Map<string, Value>();
  for (const info of set.fields) {
    const value = map.get(info.name);
    const fitting =
      value === undefined || value === null ? undefined : fitted(builder, info, value, builder.pathOf(name, info.name));
    if (fitting !== undefined) fields.set(info.name, fitting);
  }
  for (const other of map.keys())
    if (!set.fields.some((info) => info.name === other))
      builder.lose(builder.pathOf(name, other), l10n.t('The target format has no such setting.'));
  const missing = set.fields.find((info) => info.required === true && !fields.has(info.name));
  if (missing === undefined) return fields;
  builder.lose(key, l10n.t('Missing "{0}".', missing.name));
  return undefined;
}

function translated(builder: ServerBuilder, text: string, key: string): string {
  if (builder.isInOwnForm(text)) return text;
  return toOwn(text, key, builder.context, (note) => builder.change(key, note));
}
