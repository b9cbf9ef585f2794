/** Descriptions of servers to install: a registry's `server.json`, and the `manifest.json` of an MCP bundle. */
import * as l10n from '@vscode/l10n';
import type { ToolId } from '../../../common/generated/tools.ts';
import { lookUp } from '../../../common/guards.ts';
import { itemsOf, type JsonNode, memberValue, stringValue } from '../../config/text/json.ts';
import { isUsualName, variableNameFrom } from '../../config/variables/variable-syntax.ts';
import { numberedName } from '../../fixes/rename-server.ts';
import { sourceMembersAt } from '../fields/server-builder.ts';
import type { Remarks } from '../remarks.ts';
import { isMap, mapOf, scalarText, type Value, type ValueMap, valueIn } from '../value.ts';
import type { LabeledEntry } from './find-entries.ts';

/** Returns the kind of description in a file; undefined for other files. */
export function descriptionIn(tree: JsonNode): ToolId | undefined {
  const has = (key: string): boolean => memberValue(tree, key) !== undefined;
  if ((has('manifest_version') || has('dxt_version')) && bundleIn(tree) !== undefined) return 'mcpb';
  if (listedIn(tree).length > 0) return 'registry';
  const offers = ['packages', 'remotes'].some((key) => memberValue(tree, key)?.type === 'array');
  return offers && memberValue(tree, 'name')?.type === 'string' && !has('mcpServers') && !has('lockfileVersion')
    ? 'registry'
    : undefined;
}

/** Returns the descriptions in the answer of a registry: `{"servers": [{"server": {…}}]}`. */
function listedIn(tree: JsonNode): readonly JsonNode[] {
  const items = itemsOf(memberValue(tree, 'servers')).map((item) => memberValue(item, 'server') ?? item);
  return items.every((item) => descriptionIn(item) === 'registry') ? items : [];
}

const bundleIn = (tree: JsonNode): JsonNode | undefined => memberValue(memberValue(tree, 'server'), 'mcp_config');

/** Returns one server for each way to run or reach the described server. The user chooses among them. */
export function describedServers(tree: JsonNode, remarks: Remarks): readonly LabeledEntry[] {
  const bundle = bundleIn(tree);
  if (bundle !== undefined) {
    const keys = valueIn(bundle);
    const name = nameOf(tree);
    return isMap(keys) ? [{ name, label: name, at: bundle, sourceMembers: sourceMembersAt(keys, bundle) }] : [];
  }
  const listed = listedIn(tree);
  const counts = new Map<string, number>();
  const servers: LabeledEntry[] = [];
  for (const described of listed.length > 0 ? listed : [tree])
    for (const key of ['packages', 'remotes'])
      for (const [index, node] of itemsOf(memberValue(described, key)).entries()) {
        const name = nameOf(described);
        const count = counts.get(name) ?? 0;
        const label = count === 0 ? name : numberedName(name, count + 1);
        const keys = keysOf({ node, label, path: `${key}[${index}]`, remarks });
        if (keys === undefined) continue;
        counts.set(name, count + 1);
        servers.push({ name, label, at: node, sourceMembers: sourceMembersAt(keys, node) });
      }
  return servers;
}

/** Returns the last part of a name such as `io.github.example/weather`; for `com.example/mcp`, `example`. */
function nameOf(tree: JsonNode): string {
  const whole = textIn(tree, 'name') ?? '';
  const slash = whole.lastIndexOf('/');
  const own = whole.slice(slash + 1);
  if (slash < 0 || !/^(?:mcp|server|mcp[-_]server|server[-_]mcp|remote)$/i.test(own)) return own;
  const owner = whole.slice(0, slash).split('.');
  return owner.findLast((label) => label !== '' && !/^(?:mcp|api|www)$/i.test(label)) ?? own;
}

/** The words before a package in a command line that starts it, by registry. */
const runners: Readonly<Record<string, readonly [program: string, ...words: string[]]>> = {
  npm: ['npx', '-y'],
  pypi: ['uvx'],
  nuget: ['dnx'],
  oci: ['docker', 'run', '-i', '--rm'],
};

/** Returns a member by its name in camel case, which older descriptions have in snake case. */
function memberIn(node: JsonNode | undefined, key: string): JsonNode | undefined {
  const older = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return memberValue(node, key) ?? memberValue(node, older);
}

const textIn = (node: JsonNode | undefined, key: string): string | undefined => stringValue(memberIn(node, key));

/** One package or URL of a registry's description. */
interface Offer {
  readonly node: JsonNode;
  readonly label: string;
  /** For remarks. */
  readonly path: string;
  readonly remarks: Remarks;
  /** True if the text around a value makes no sense without it. */
  readonly isRequired?: boolean;
}

/** Returns the keys of the server; undefined, with a remark, if it isn't supported. */
function keysOf(offer: Offer): ValueMap | undefined {
  return memberValue(offer.node, 'url') === undefined ? packageKeys(offer) : remoteKeys(offer);
}

function remoteKeys(offer: Offer): ValueMap {
  return mapOf([
    ['type', textIn(offer.node, 'type') ?? textIn(offer.node, 'transportType')],
    ['url', filled({ ...offer, isRequired: true }, offer.node, textIn(offer.node, 'url') ?? '', 'url')],
    ['headers', pairsOf(offer, 'headers')],
  ]);
}

function packageKeys(offer: Offer): ValueMap | undefined {
  const [registry = '', id] = [textIn(offer.node, 'registryType'), textIn(offer.node, 'identifier')];
  const runner = lookUp(runners, registry);
  const transport = textIn(memberValue(offer.node, 'transport'), 'type') ?? 'stdio';
  if (runner === undefined || id === undefined)
    return skip(offer, l10n.t('Packages of type "{0}" aren\'t supported.', registry));
  if (transport !== 'stdio')
    return skip(offer, l10n.t('The package has to be started first, and is then reached by its URL.'));
  const env = pairsOf(offer, 'environmentVariables');
  const [program, ...words] = runner;
  const isImage = registry === 'oci';
  const version = isImage && id.lastIndexOf(':') > id.lastIndexOf('/') ? undefined : textIn(offer.node, 'version');
  const named = version === undefined ? id : `${id}${isImage ? ':' : '@'}${version}`;
  const forRunner = wordsOf(offer, 'runtimeArguments');
  const forPackage = wordsOf(offer, 'packageArguments');
  // A container sees only the variables that are passed to it.
  const passed = isImage && isMap(env) ? [...env.keys()].flatMap((name) => ['-e', name]) : [];
  const separator = registry === 'nuget' && forPackage.length > 0 ? ['--'] : [];
  return mapOf([
    ['command', textIn(offer.node, 'runtimeHint') ?? program],
    ['args', [...words, ...passed, ...forRunner, named, ...separator, ...forPackage]],
    ['env', env],
  ]);
}

function skip(offer: Offer, reason: string): undefined {
  offer.remarks.add('skipped', { server: null, field: offer.path, at: offer.node }, reason);
}

function pairsOf(offer: Offer, key: string): Value | undefined {
  const pairs = itemsOf(memberIn(offer.node, key)).flatMap((input): [string, string][] => {
    const name = textIn(input, 'name');
    return name === undefined ? [] : [[name, valueOfInput(offer, input, name) ?? `\${${variableNameFrom(name)}:-}`]];
  });
  return pairs.length === 0 ? undefined : mapOf(pairs);
}

function wordsOf(offer: Offer, key: string): readonly string[] {
  return itemsOf(memberIn(offer.node, key)).flatMap((input) => {
    const name = textIn(input, 'name');
    const label = name ?? textIn(input, 'valueHint') ?? 'argument';
    const value = valueOfInput(offer, input, label);
    const isNamed = textIn(input, 'type') === 'named' && name !== undefined;
    if (value !== undefined) return isNamed ? [name, value] : [value];
    if (isNamed && isFlag(input)) return [name];
    const subject = { server: offer.label, field: `${offer.path}.${label}`, at: input };
    offer.remarks.add('lost', subject, l10n.t('An optional argument without a default.'));
    return [];
  });
}

/** Returns the value, the default, or a variable if a value is required; undefined for an optional input. */
function valueOfInput(offer: Offer, input: JsonNode, name: string, field = name): string | undefined {
  const [value, standard] = ['value', 'default'].map((key) => valueIn(memberValue(input, key)));
  const isRequired = offer.isRequired === true || valueIn(memberIn(input, 'isRequired')) === true;
  if (value !== undefined && value !== null) return filled({ ...offer, isRequired }, input, plainText(value), field);
  if (standard !== undefined && standard !== null) return plainText(standard);
  return isRequired ? variableFor({ ...offer, isRequired }, name, input, field) : undefined;
}

/** Replaces the `{variables}` in a text. */
function filled(offer: Offer, input: JsonNode, text: string, field: string): string {
  const variables = memberValue(input, 'variables');
  return text.replace(/\{([\w.-]{1,100})\}/g, (match, name: string, at: number) => {
    const variable = memberValue(variables, name);
    if (variable === undefined) return match;
    // The name that the value has for the server: `TOKEN={token}`, or the whole value of `TOKEN`.
    const named = /(?:^|\s)([A-Za-z_]\w{0,99})=$/.exec(text.slice(0, at).slice(-102))?.[1];
    const own = named ?? (match === text && isUsualName(field) ? field : name);
    return valueOfInput(offer, variable, own, field) ?? variableFor(offer, own, variable, field);
  });
}

function variableFor(offer: Offer, name: string, input: JsonNode, field: string): string {
  const variable = variableNameFrom(name);
  const description = textIn(input, 'description');
  const subject = { server: offer.label, field: `${offer.path}.${field}`, at: input };
  const add = (reason: string): void => offer.remarks.add('changed', subject, reason);
  if (offer.isRequired === true) {
    const what =
      description === undefined ? l10n.t('A value is required') : l10n.t('A value is required ("{0}")', description);
    add(l10n.t('{0}. Set the environment variable {1}.', what, variable));
    return `\${${variable}}`;
  }
  const what =
    description === undefined ? l10n.t('The value is optional') : l10n.t('The value is optional ("{0}")', description);
  add(l10n.t('{0}. Set the environment variable {1}, or remove the value.', what, variable));
  return `\${${variable}:-}`;
}

/** True for a named argument without any property that describes a value. */
const isFlag = (input: JsonNode): boolean =>
  ['description', 'format', 'choices', 'valueHint'].every((key) => memberIn(input, key) === undefined);

const plainText = (value: Value): string => scalarText(value) ?? '';
