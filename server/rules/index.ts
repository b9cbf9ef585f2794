/** All rules, and the way a document is led past them. */
import type { ConfigDocument } from '../config/document.ts';
import type { Field, Group } from '../config/group.ts';
import { type JsonNode, liveMembers, liveObjects, type ObjectNode } from '../config/json.ts';
import type { ServerEntry } from '../config/server.ts';
import { duplicateKey } from './duplicates.ts';
import { serverName, serverNotObject } from './entries.ts';
import { listItemEmpty, listItemNotString, listItemRepeated } from './lists.ts';
import { disabledStub, missingAuthType, missingCommand, missingUrl } from './required.ts';
import type { FilledField, Problem, Report, Rule } from './rule.ts';
import { foreignKey, misplacedField, newerKey, unknownKey } from './strays.ts';
import { itemNotString, valueNotString } from './strings.ts';
import { syntaxRules } from './syntax.ts';
import { flatMap, foreignRootKey, topLevelNotObject, unknownTopLevelKey } from './top.ts';
import { commandAndUrl, missingType, transportMismatch, unknownTransport } from './transport.ts';
import { emptyValue, notAllowedValue, outOfRange, wrongJsonType } from './values.ts';

const topRules = [topLevelNotObject, foreignRootKey, flatMap, unknownTopLevelKey];
const entryRules = [serverName, serverNotObject];
const serverRules = [
  missingType,
  unknownTransport,
  transportMismatch,
  commandAndUrl,
  missingCommand,
  disabledStub,
  missingUrl,
  misplacedField,
];
const groupRules = [missingAuthType, unknownKey, foreignKey, newerKey];
const fieldRules = [
  wrongJsonType,
  emptyValue,
  notAllowedValue,
  outOfRange,
  listItemNotString,
  listItemEmpty,
  listItemRepeated,
  itemNotString,
  valueNotString,
];
const objectRules = [duplicateKey];

/** Every rule there is, in the order in which the documentation lists them. */
export const rules: readonly Rule[] = [
  ...syntaxRules,
  ...topRules,
  ...entryRules,
  ...serverRules,
  ...groupRules,
  ...fieldRules,
  ...objectRules,
];

/** Everything that is wrong with a document, in the order of the text. */
export function checkDocument(document: ConfigDocument): readonly Problem[] {
  const problems = [...checkTop(document)];
  for (const entry of document.servers) problems.push(...checkEntry(entry));
  return problems.sort((one, other) => one.offset - other.offset);
}

/** What is wrong outside the servers. */
function checkTop(document: ConfigDocument): readonly Problem[] {
  const problems: Problem[] = [];
  for (const rule of syntaxRules) rule.check(document, into(problems, rule));
  if (document.damaged) return problems;
  for (const rule of topRules) rule.check(document, into(problems, rule));
  if (document.top !== undefined) checkGroup(document.top, problems);
  if (document.root !== undefined)
    for (const object of objectsOutsideServers(document.root)) checkObject(object, problems);
  return problems;
}

/** What is wrong with one entry. Nothing but the entry's own text counts. */
function checkEntry(entry: ServerEntry): readonly Problem[] {
  if (!entry.live) return [];
  const problems: Problem[] = [];
  for (const rule of entryRules) rule.check(entry, into(problems, rule));
  if (entry.damaged || entry.value === undefined) return problems;
  for (const object of liveObjects(entry.value)) checkObject(object, problems);
  const { reading } = entry;
  if (reading === undefined) return problems;
  for (const rule of serverRules) rule.check(reading, entry, into(problems, rule));
  for (const group of [reading.group, reading.auth, reading.oauth])
    if (group !== undefined) checkGroup(group, problems);
  return problems;
}

function checkGroup(group: Group, problems: Problem[]): void {
  for (const rule of groupRules) rule.check(group, into(problems, rule));
  for (const field of group.fields.values()) {
    if (isFilled(field)) for (const rule of fieldRules) rule.check(field, group, into(problems, rule));
  }
}

function isFilled(field: Field): field is FilledField {
  return field.value !== undefined;
}

function checkObject(object: ObjectNode, problems: Problem[]): void {
  for (const rule of objectRules) rule.check(object, into(problems, rule));
}

function* objectsOutsideServers(root: JsonNode): Generator<ObjectNode> {
  if (root.type !== 'object') return yield* liveObjects(root);
  yield root;
  for (const [name, { value }] of liveMembers(root)) {
    if (name === 'mcpServers' && value?.type === 'object') yield value;
    else if (value !== undefined) yield* liveObjects(value);
  }
}

function into(problems: Problem[], { code, severity }: Rule): Report {
  return ({ offset, length }, message) => problems.push({ code, severity, offset, length, message });
}
