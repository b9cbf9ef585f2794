/** All rules, and applying them to a document. */
import type { ConfigDocument } from '../config/document.ts';
import { detached } from '../config/entry-text.ts';
import type { FieldInfo } from '../config/field.ts';
import type { Field, Group } from '../config/group.ts';
import { type JsonNode, liveMembers, liveObjects, type ObjectNode } from '../config/json.ts';
import type { ServerEntry } from '../config/server.ts';
import type { ServerResults } from '../config/server-results.ts';
import type { ServerText } from '../config/texts.ts';
import { apikeyLoadsNothing, authorizationBesideOauth } from './auth.ts';
import { callbackPortMismatch } from './callback.ts';
import { invisibleAtTop, invisibleCharacter } from './characters.ts';
import { commandWithArguments, shellWrapper } from './command-line.ts';
import { offlineAccessPrompt, promptWithoutConsent, promptWithoutEffect } from './consent.ts';
import type { RuleContext } from './context.ts';
import { notAConfig, otherDialect, withoutFlood } from './dialect.ts';
import { containerTerminal, containerWithoutInput } from './docker.ts';
import { duplicateKey, duplicateServer } from './duplicates.ts';
import { serverName, serverNotObject } from './entries.ts';
import { wideAccess } from './file-access.ts';
import { headerName, missingToken } from './headers.ts';
import { ignoredWhenImported } from './imported.ts';
import { legacySse } from './legacy.ts';
import { enabledOverridden, listedInBoth, listsWithoutEffect } from './list-effects.ts';
import { listItemEmpty, listItemNotString, listItemRepeated } from './lists.ts';
import { misspelledPackage, npxWithoutYes, unpinnedPackage } from './packages.ts';
import { machinePath } from './paths.ts';
import { disabledStub, missingAuthType, missingCommand, missingUrl } from './required.ts';
import type { FieldRule, FilledField, Finding, Problem, Report, Rule, ServerRule, TextRule } from './rule.ts';
import { literalSecret, placeholderValue } from './secrets.ts';
import { shellSyntax } from './shell-syntax.ts';
import { shellValue, valueNamesVariable } from './shell-values.ts';
import { itemNotString, valueNotString } from './strings.ts';
import { syntaxRules } from './syntax.ts';
import { timeoutInSeconds } from './timeouts.ts';
import { flatMap, foreignRootKey, topLevelNotObject, unknownTopLevelKey } from './top.ts';
import { commandAndUrl, missingType, transportMismatch, unknownTransport } from './transport.ts';
import { foreignKey, misplacedField, proposedKey, unknownKey } from './unknown-keys.ts';
import { invalidUrl, sseUrl } from './url-form.ts';
import { credentialsInUrl, plainHttp, plainHttpPrivate } from './urls.ts';
import { emptyValue, notAllowedValue, outOfRange, wrongJsonType } from './values.ts';
import { dollarVariable, foreignVariable, hostVariable, tildePath, unsetVariable } from './variables.ts';

const topRules = [
  topLevelNotObject,
  foreignRootKey,
  flatMap,
  unknownTopLevelKey,
  otherDialect,
  notAConfig,
  duplicateServer,
  listedInBoth,
  listsWithoutEffect,
  enabledOverridden,
  invisibleAtTop,
];
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
  missingAuthType,
  legacySse,
  sseUrl,
  headerName,
  ignoredWhenImported,
  apikeyLoadsNothing,
  authorizationBesideOauth,
  offlineAccessPrompt,
  promptWithoutConsent,
  promptWithoutEffect,
  callbackPortMismatch,
  commandWithArguments,
  shellWrapper,
  unpinnedPackage,
  npxWithoutYes,
  misspelledPackage,
  containerWithoutInput,
  containerTerminal,
  shellSyntax,
  wideAccess,
];
const groupRules = [unknownKey, foreignKey, proposedKey];
const fieldRules = [
  wrongJsonType,
  emptyValue,
  notAllowedValue,
  outOfRange,
  timeoutInSeconds,
  listItemNotString,
  listItemEmpty,
  listItemRepeated,
  itemNotString,
  valueNotString,
];
const textRules = [
  foreignVariable,
  dollarVariable,
  tildePath,
  hostVariable,
  unsetVariable,
  shellValue,
  valueNamesVariable,
  literalSecret,
  placeholderValue,
  missingToken,
  invalidUrl,
  plainHttp,
  plainHttpPrivate,
  credentialsInUrl,
  machinePath,
  invisibleCharacter,
];
const objectRules = [duplicateKey];

/** All rules in the order of the documentation, each code once. */
export const rules: readonly Rule[] = [
  ...syntaxRules,
  ...topRules,
  ...entryRules,
  ...serverRules,
  ...groupRules,
  ...fieldRules,
  ...textRules,
  ...objectRules,
].filter((rule) => rule !== invisibleAtTop);

/** Always the same object, because checks are cached by context. */
const nothingKnown: RuleContext = {};

/** The problems of a document in the order of the text. */
export function checkDocument(document: ConfigDocument, context = nothingKnown): readonly Problem[] {
  return withoutFlood(allProblems(document, context), document, context);
}

/** Like `checkDocument`, including the problems that are omitted in a file of another format. */
export function allProblems(document: ConfigDocument, context: RuleContext): readonly Problem[] {
  const check = checkFor(context);
  const parts = document.servers.map((entry) => check.taken(() => check.entry(entry)));
  return [check.taken(() => check.top(document)), ...parts].flat().sort((one, other) => one.offset - other.offset);
}

/** Like `checkDocument` without fixes; checks only the servers that changed since the last call. */
export function findingsOf(
  document: ConfigDocument,
  context: RuleContext,
  remembered: ServerResults<readonly Finding[]>,
): readonly Finding[] {
  const check = checkFor(context);
  const inEntries = remembered.of(document, (entry) =>
    check
      .taken(() => check.entry(entry))
      .map((problem) => ({ ...moved(problem, -entry.key.offset), message: detached(problem.message) })),
  );
  const findings = inEntries.flatMap(([{ key }, found]) => found.map((finding) => moved(finding, key.offset)));
  return withoutFlood(
    [...check.taken(() => check.top(document)), ...findings].sort((one, other) => one.offset - other.offset),
    document,
    context,
  );
}

/** A copy with shifted positions that doesn't retain the text. */
function moved({ code, severity, message, offset, length, tag, related }: Finding, delta: number): Finding {
  return {
    code,
    severity,
    message,
    offset: offset + delta,
    length,
    ...(tag !== undefined && { tag }),
    ...(related !== undefined && {
      related: related.map((place) => ({ ...place, offset: place.offset + delta })),
    }),
  };
}

const checks = new WeakMap<RuleContext, Check>();

/** The active rules depend only on the context. */
function checkFor(context: RuleContext): Check {
  let check = checks.get(context);
  if (check === undefined) {
    check = new Check(context);
    checks.set(context, check);
  }
  return check;
}

/** An enabled rule with its report function. */
interface Active<R extends Rule> {
  readonly rule: R;
  readonly report: Report;
}

/** The walk over a document, for one context. */
class Check {
  #problems: Problem[] = [];
  /** Nodes that are still to be visited; empty between walks. */
  readonly #waiting: JsonNode[] = [];
  readonly #context: RuleContext;
  readonly #syntax;
  readonly #top;
  readonly #entry;
  readonly #server;
  readonly #group;
  readonly #field;
  readonly #byField = new Map<FieldInfo, readonly Active<FieldRule>[]>();
  readonly #text;
  readonly #object;

  constructor(context: RuleContext) {
    this.#context = context;
    this.#syntax = this.#active(syntaxRules);
    this.#top = this.#active(topRules);
    this.#entry = this.#active(entryRules);
    const server = this.#active<ServerRule>(serverRules);
    this.#server = {
      process: server.filter(({ rule }) => rule.only !== 'endpoint'),
      endpoint: server.filter(({ rule }) => rule.only !== 'process'),
    };
    this.#group = this.#active(groupRules);
    this.#field = this.#active<FieldRule>(fieldRules);
    this.#text = this.#active<TextRule>(textRules);
    this.#object = this.#active(objectRules);
  }

  #active<R extends Rule>(all: readonly R[]): readonly Active<R>[] {
    return all.flatMap((rule) => {
      const { code, tag } = rule;
      const severity = this.#context.severities?.[code] ?? rule.severity;
      if (severity === 'off') return [];
      const about = tag === undefined ? { code, severity } : { code, severity, tag };
      const report: Report = ({ offset, length }, message, details) => {
        this.#problems.push({ ...about, offset, length, message, ...details });
      };
      return [{ rule, report }];
    });
  }

  /** The problems that a part of the walk reports. */
  taken(walk: () => void): readonly Problem[] {
    this.#problems = [];
    walk();
    return this.#problems;
  }

  /** Checks everything outside the servers. */
  top(document: ConfigDocument): void {
    for (const { rule, report } of this.#syntax) rule.check(document, report, this.#context);
    if (document.damaged) return;
    for (const { rule, report } of this.#top) rule.check(document, report, this.#context);
    if (document.top !== undefined) this.#checkGroup(document.top);
    if (document.root !== undefined)
      for (const object of objectsOutsideServers(document.root)) this.#checkObject(object);
  }

  /** Checks one entry, independent of the rest of the document. */
  entry(entry: ServerEntry): void {
    if (!entry.live) return;
    for (const { rule, report } of this.#entry) rule.check(entry, report, this.#context);
    if (entry.damaged || entry.value === undefined) return;
    this.#checkObjects(entry.value);
    const { reading } = entry;
    if (reading === undefined) return;
    const credentials = reading.auth !== undefined || reading.oauth !== undefined;
    for (const { rule, report } of this.#server[reading.transport === 'stdio' ? 'process' : 'endpoint']) {
      if (credentials || rule.only !== 'credentials') rule.check(reading, entry, report, this.#context);
    }
    this.#checkGroup(reading.group);
    if (reading.auth !== undefined) this.#checkGroup(reading.auth);
    if (reading.oauth !== undefined) this.#checkGroup(reading.oauth);
    for (const text of entry.texts) this.#checkText(text, entry);
  }

  #checkText(text: ServerText, entry: ServerEntry): void {
    for (const { rule, report } of this.#text) rule.check(text, entry, report, this.#context);
  }

  #checkGroup(group: Group): void {
    if (group.unknownKeys.length > 0)
      for (const { rule, report } of this.#group) rule.check(group, report, this.#context);
    for (const field of group.fields.values())
      if (isFilled(field))
        for (const { rule, report } of this.#fieldRules(field.info)) rule.check(field, group, report, this.#context);
  }

  #fieldRules(info: FieldInfo): readonly Active<FieldRule>[] {
    let found = this.#byField.get(info);
    if (found === undefined) {
      found = this.#field.filter(({ rule }) => rule.concerns?.(info) ?? true);
      this.#byField.set(info, found);
    }
    return found;
  }

  /** Visits the same objects as `liveObjects`; faster without a generator per server. */
  #checkObjects(start: JsonNode): void {
    const waiting = this.#waiting;
    waiting.push(start);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.type === 'object') {
        this.#checkObject(node);
        for (const { live, value } of node.members)
          if (live && value !== undefined && isContainer(value)) waiting.push(value);
      } else if (node.type === 'array') {
        for (const item of node.items) if (isContainer(item)) waiting.push(item);
      }
    }
  }

  #checkObject(object: ObjectNode): void {
    for (const { rule, report } of this.#object) rule.check(object, report, this.#context);
  }
}

const isContainer = ({ type }: JsonNode): boolean => type === 'object' || type === 'array';

function isFilled(field: Field): field is FilledField {
  return field.value !== undefined;
}

/** Excludes the map of servers, which a separate rule checks. */
function* objectsOutsideServers(root: JsonNode): Generator<ObjectNode> {
  if (root.type !== 'object') return yield* liveObjects(root);
  yield root;
  for (const [name, { value }] of liveMembers(root)) {
    if (value !== undefined && !(name === 'mcpServers' && value.type === 'object')) yield* liveObjects(value);
  }
}
