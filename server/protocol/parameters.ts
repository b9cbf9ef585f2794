/** Checks of the parameters of requests, which any client can send. Each names the first wrong one by its path. */
import { Position, Range } from 'vscode-languageserver';
import { targetNames } from '../../common/generated/targets.ts';
import { formatNames } from '../../common/generated/tools.ts';
import { isNumber, isRecord, isText, lookUp } from '../../common/guards.ts';
import type { ConvertParams } from '../../common/messages/conversion.ts';
import type { DiagnosisQuery } from '../../common/messages/diagnosis.ts';
import type { ServerRequests } from '../../common/messages/protocol.ts';
import type {
  FileRef,
  ServerChange,
  ServerInput,
  ServerRef,
  ServersQuery,
} from '../../common/messages/tool-servers.ts';

/** Returns the path of the first wrong member, such as `.changes[0].server.uri`; empty for the value itself. Undefined if it's right. */
export interface Check<T = unknown> {
  (value: unknown): string | undefined;
  /** Never set: it makes checks of different types different. */
  readonly checked?: T;
}

const valid =
  <T>(isValid: (value: unknown) => boolean): Check<T> =>
  (value) =>
    isValid(value) ? undefined : '';

const text = valid<string>(isText);
/** IDs of agents that the user describes aren't known here. An unknown one is that of no agent. */
const agent = text as Check<never>;
const position = valid<Position>(Position.is);
const object = valid<object>(isRecord);
const flag = valid<boolean>((value) => typeof value === 'boolean');

const oneOf = <T extends string>(...words: readonly T[]): Check<T> =>
  valid((value) => words.some((word) => word === value));
const keyOf = <T extends object>(table: T): Check<keyof T> =>
  valid((value) => isText(value) && Object.hasOwn(table, value));
const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value) =>
    value === undefined ? undefined : check(value);
const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value) =>
    value === null ? undefined : check(value);

const listOf =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value) => {
    if (!Array.isArray(value)) return '';
    for (const [index, item] of value.entries()) {
      const wrong = check(item);
      if (wrong !== undefined) return `[${index}]${wrong}`;
    }
    return undefined;
  };

/** @param members those that are read. Others are ignored, as in the protocol */
const record =
  <T>(members: { readonly [Name in keyof T]-?: Check<T[Name]> }): Check<T> =>
  (value) => {
    if (!isRecord(value)) return '';
    for (const [name, check] of Object.entries<Check>(members)) {
      const wrong = check(value[name]);
      if (wrong !== undefined) return `.${name}${wrong}`;
    }
    return undefined;
  };

const folder = orNull(text);
const file = { folder, uri: text, agent: optional(agent), section: optional(oneOf('local')) };
const fileRef = record<FileRef>(file);
const serverRef = record<ServerRef>({ ...file, name: text });

const onServer = record({ server: serverRef });
const toFile = record({ server: serverRef, to: fileRef });

/** By kind, so that a forgotten one doesn't compile. */
const changes: { readonly [Kind in ServerChange['kind']]: Check<unknown> } = {
  enable: onServer,
  disable: onServer,
  remove: onServer,
  move: toFile,
  copy: toFile,
  rename: record({ server: serverRef, name: text }),
  respell: record({ server: serverRef, property: text, spelling: text }),
  relocate: record({ from: record({ folder, uri: text, path: listOf(text) }), names: listOf(text), to: fileRef }),
  add: record({ to: fileRef, name: text, server: object }),
};

const change: Check<ServerChange> = (value) => {
  if (!isRecord(value)) return '';
  const check = typeof value.kind === 'string' ? lookUp(changes, value.kind) : undefined;
  return check === undefined ? '.kind' : check(value);
};

const inFolder = record({ folder });

/** The parameters of our own requests. */
export const ownParameters: { readonly [Method in keyof ServerRequests]: Check<ServerRequests[Method][0]> } = {
  'switchyard/convert': record<ConvertParams>({
    text,
    path: optional(text),
    from: optional(keyOf(formatNames)),
    to: keyOf(targetNames),
    only: optional(listOf(text)),
    into: optional(text),
    collision: optional(oneOf('rename', 'skip', 'replace')),
    project: optional(text),
  }),
  'switchyard/paste': record({ uri: text, text, position }),
  'switchyard/portableReaders': record({ uri: text }),
  'switchyard/makePortable': record({
    text,
    readers: listOf(agent),
    withoutComments: flag,
  }),
  'switchyard/importPlaces': () => undefined,
  'switchyard/servers': optional(record<ServersQuery>({ refreshFromDisk: optional(flag), agent: optional(agent) })),
  'switchyard/editServers': record({ changes: listOf(change) }),
  'switchyard/proposeServer': record<ServerInput>({ folder, line: text, header: optional(text), name: optional(text) }),
  'switchyard/copyServers': record({ servers: listOf(serverRef), as: oneOf('json', 'command') }),
  'switchyard/migrateServers': inFolder,
  'switchyard/compareAgents': inFolder,
  'switchyard/agentCommands': inFolder,
  'switchyard/verifyAgents': record({
    folder,
    answers: listOf(
      record({
        agent,
        output: text,
        version: text,
        end: oneOf('exited', 'timeout', 'tooLong', 'notStarted'),
        code: orNull(valid<number>(isNumber)),
      }),
    ),
  }),
  'switchyard/diagnose': record<DiagnosisQuery>({ folder, name: optional(text), agents: optional(listOf(agent)) }),
  'switchyard/serverDefinition': serverRef,
};

/** What the requests of the protocol have in common. The library's types say the rest. */
const members = {
  textDocument: record({ uri: text }),
  position,
  positions: listOf(position),
  range: valid<Range>(Range.is),
  options: object,
  context: object,
  title: text,
  newName: text,
  query: text,
  previousResultIds: listOf(record({ uri: text, value: text })),
} as const;

export type ParameterName = keyof typeof members;

/** Returns the check of parameters that must have these members. */
export const parameters = (...required: readonly ParameterName[]): Check =>
  record(Object.fromEntries(required.map((name) => [name, members[name]])));
