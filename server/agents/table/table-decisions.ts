/** What an agent decides about its servers, by the facts about it. */

import * as l10n from '@vscode/l10n';
import { remembered } from '../../../common/remembered.ts';
import { quote } from '../../config/language.ts';
import type { Decisions, Reason, RefusalCause } from '../../config/oh-my-pi/effective.ts';
import { missingEndpoint } from '../../config/servers/entry-flaw.ts';
import type { DefinedServer, SourceFile } from '../../config/servers/source-file.ts';
import type { Place } from '../../config/servers/sources.ts';
import { isTrue, itemsOf, type JsonNode, memberValue, stringValue } from '../../config/text/json.ts';
import type { Policy } from '../../policy/policy.ts';
import type { AgentTable, NameSwitch, ServersFile } from '../../tools/agent-facts.ts';
import type { ReadSetting } from '../agent.ts';
import { searchRoot, type TableSource } from '../files/agent-files.ts';
import { restrictions } from './enforced-policy.ts';
import { folderOf, trustedFolder, trustIn, trustRefusal } from './folder-trust.ts';
import { readIn, readSwitch, type SwitchNames } from './name-switches.ts';
import { tableConnection } from './table-connection.ts';

export function decide(
  table: AgentTable,
  files: readonly SourceFile[],
  place: Place,
  setting: ReadSetting,
  policy: Policy,
): Decisions {
  const isTrusted =
    table.trust === undefined ? () => true : trustIn(table.trust, place, setting, searchRoot(table, place));
  const start = place.project;
  const isStartTrusted =
    table.trust === undefined || start === undefined || isTrusted(trustedFolder(table.trust, place));
  const untrusted: Reason = { kind: place.home === undefined ? 'needs-trust' : 'untrusted' };
  const isArmed = ({ needsTrust }: NameSwitch): boolean => needsTrust !== true || isStartTrusted;
  const all = table.switches.map((each) => readSwitch(table, each, place, setting));
  const switches = all.filter(({ fact }) => isArmed(fact));
  const isAllowed = restrictions(table, place, setting, policy);
  const exclusive = files.find(({ source }) => fileOf(source).excludesOthers === true);
  // An entry that isn't used hides others of its name.
  const holdsName = table.invalidEntry === 'holds-name';
  const byKey = new Map(files.map(({ source }) => [source.key, source]));
  const reasons = new Map<SourceFile, Reason | undefined>();

  const ofFile = (file: SourceFile): Reason | undefined => remembered(reasons, file, () => excludedFile(file));

  function excludedFile({ source, problem, definitions }: SourceFile): Reason | undefined {
    const file = fileOf(source);
    if (exclusive !== undefined && file.scope !== 'managed') return { kind: 'shut-out', only: exclusive.source };
    const isGated = table.trust?.gatesNames !== true && !isFileTrusted(source, file);
    if (isGated && problem === undefined) return untrusted;
    if (problem?.effect === 'refused' && !isGated) return undefined;
    if (problem !== undefined) return { kind: 'rejected-file', why: problem.why, step: problem.step, at: problem.at };
    const rejects =
      pluginOf(source)?.rejectsInvalid === true ||
      (table.invalidEntry === 'rejects-file' && source.level === 'project');
    const bad = rejects ? invalidEntry(table, definitions) : undefined;
    if (bad?.name !== undefined)
      return {
        kind: 'rejected-file',
        why: `${quote(bad.name)}: ${bad.why}`,
        ...(bad.step !== undefined && { step: l10n.t('Correct {0}: {1}', quote(bad.name), bad.step) }),
      };
    if (file.hiddenBy !== undefined) {
      const first = byKey.get(source.key.slice(0, -file.path.length) + file.hiddenBy);
      if (first !== undefined) return { kind: 'later-file', first };
    }
    const { onlyIf } = file;
    if (onlyIf !== undefined && !readIn(onlyIf.in, onlyIf.path, place, setting).some(isTrue))
      return {
        kind: 'setting',
        setting: l10n.t("{0} isn't true", JSON.stringify(onlyIf.path.join('.'))),
        key: onlyIf.path.at(-1) ?? '',
      };
    const off = file.unless?.find(({ in: where, path, is }) =>
      readIn(where, path, place, setting).some((node) => node?.type === 'boolean' && node.value === is),
    );
    if (off !== undefined)
      return {
        kind: 'setting',
        setting: l10n.t('{0} is {1}', JSON.stringify(off.path.join('.')), String(off.is)),
        key: off.path.at(-1) ?? '',
      };
    return undefined;
  }

  function isFileTrusted({ uri }: SourceFile['source'], { gate, in: where, path }: ServersFile): boolean {
    const { trust } = table;
    if (trust === undefined) return true;
    // A start without a project, such as in a new window, is in no folder.
    if (trust.gatesAll === true && start !== undefined && !isStartTrusted) return false;
    if (gate !== 'trust') return true;
    return trust.of !== 'file' || where === 'home' ? isStartTrusted : isTrusted(folderOf(uri, path));
  }

  function ofName({ name: server, source, node }: DefinedServer): Reason | undefined {
    const { gate } = fileOf(source);
    for (const { fact, find, lackedBy } of switches) {
      if (fact.gate !== undefined && fact.gate !== gate) continue;
      if (fact.sparesPlugins === true && pluginOf(source) !== undefined) continue;
      const item = find(server);
      if (item !== undefined && (fact.effect === 'off' || fact.effect === 'off-by-map'))
        return { kind: 'denied', item };
      const file = fact.effect === 'only' ? lackedBy(server, node) : undefined;
      if (file !== undefined) return { kind: 'not-listed', list: fact.path.join('.'), file };
    }
    if (gate !== 'approval' || switches.some((each) => approves(each, server))) return undefined;
    const disarmed = all.find((each) => approves(each, server))?.file;
    const answered = switches.find(({ fact, find }) => fact.effect === 'answered' && find(server) !== undefined)?.file;
    return {
      kind: 'pending',
      ...(disarmed !== undefined && { approvedBy: disarmed }),
      ...(answered !== undefined && { answeredIn: answered }),
      ...(!isStartTrusted && { isUntrusted: true }),
    };
  }

  /** The names in files that aren't trusted, which the agent doesn't use from other files either. */
  function namesInUntrusted(): ReadonlySet<string> {
    if (table.trust?.gatesNames !== true) return new Set();
    const gated = files.filter(
      (file) => ofFile(file) === undefined && !isFileTrusted(file.source, fileOf(file.source)),
    );
    return new Set(
      gated.flatMap(({ definitions }) =>
        definitions.flatMap(({ name, connection: { flaw, enabled } }) =>
          flaw === undefined && enabled !== false ? [name] : [],
        ),
      ),
    );
  }

  function switchedOff({ node, source }: DefinedServer): Reason {
    const { disabledBy: property } = fileOf(source).format ?? table.format;
    const isThere = property !== undefined && memberValue(node, property) !== undefined;
    return { kind: 'switched-off', ...(isThere && { property }) };
  }

  function refusedEntry(definitions: readonly DefinedServer[]): RefusalCause | undefined {
    if (table.invalidEntry === 'refused')
      return invalidEntry(
        table,
        definitions.filter(({ source }) => pluginOf(source) === undefined),
      );
    if (table.refusesNull === true)
      return invalidEntry(
        table,
        definitions.filter(({ node }) => node?.type === 'null'),
      );
    const { invalidEntry: effect } = table;
    if (effect !== 'refused-by-file' && effect !== 'rejects-file') return undefined;
    const refusing = effect === 'rejects-file' ? files.filter(({ source }) => source.level === 'user') : files;
    return invalidEntry(
      table,
      refusing.flatMap((file) => (ofFile(file) === undefined ? file.definitions : [])),
    );
  }

  const gatedNames = namesInUntrusted();
  const isLayer = ({ format, merges }: ServersFile): boolean =>
    format === undefined && (table.merging === 'deep' || merges === true);
  return {
    ...(table.names.ignoresCase === true && { nameKey: (server: string) => server.toLowerCase() }),
    ...(table.files.some(isLayer) && {
      // What has another format is a whole.
      isLayer: (file: SourceFile) =>
        ofFile(file) === undefined && isLayer(fileOf(file.source)) && pluginOf(file.source) === undefined,
      merged: (server: string, node: JsonNode | undefined) => tableConnection(table, server, node),
    }),
    refusal: (definitions) =>
      (table.trust && trustRefusal(table.trust, place, setting)) ??
      brokenFile(files, ofFile) ??
      refusedEntry(definitions),
    excludes(definition, file) {
      const { flaw } = definition.connection;
      const restricted = ofFile(file) ?? isAllowed(definition);
      if (restricted !== undefined) return restricted;
      if (definition.connection.enabled === false && fileOf(definition.source).dropsDisabled === true)
        return switchedOff(definition);
      // Of merged definitions, only the result counts.
      if (!isLayer(fileOf(definition.source)) && table.invalidEntry === undefined && flaw !== undefined)
        return { kind: 'flawed', flaw };
      const reason = ofName(definition);
      return reason?.kind === 'pending' && holdsName ? undefined : reason;
    },
    rejects(definition) {
      const { flaw, enabled, transport } = definition.connection;
      if (flaw !== undefined) return { kind: 'flawed', flaw };
      if (enabled === false) return switchedOff(definition);
      if (gatedNames.has(definition.name)) return untrusted;
      if (transport === undefined) return { kind: 'flawed', flaw: missingEndpoint() };
      return holdsName ? ofName(definition) : undefined;
    },
    ...(table.plugins?.some(({ dropsTwins }) => dropsTwins) === true && {
      connectionKey: ({ node }: DefinedServer) => connectionIn(node),
      yieldsToTwin: ({ source }: DefinedServer) => pluginOf(source)?.isTwinDropped === true,
    }),
    accepts: ({ connection }) => ({ kind: 'used', departures: connection.departures ?? [] }),
  };
}

const fileOf = (source: SourceFile['source']): ServersFile => (source as TableSource).file;

const pluginOf = (source: SourceFile['source']): TableSource['plugin'] => (source as TableSource).plugin;

/** Returns the command with its arguments, or the URL. */
function connectionIn(node: JsonNode | undefined): string | undefined {
  const [command, url] = ['command', 'url'].map((name) => stringValue(memberValue(node, name)));
  if (command === undefined) return url;
  return JSON.stringify([command, ...itemsOf(memberValue(node, 'args')).map(stringValue)]);
}

const approves = ({ fact: { effect }, isOn, find }: SwitchNames, server: string): boolean =>
  (effect === 'approve-all' && isOn) || (effect === 'approve' && find(server) !== undefined);

function brokenFile(
  files: readonly SourceFile[],
  excluded: (file: SourceFile) => Reason | undefined,
): RefusalCause | undefined {
  const file = files.find(
    (each) => each.problem?.effect === 'refused' && (isReadFirst(each) || excluded(each) === undefined),
  );
  return file?.problem && { source: file.source, why: file.problem.why, step: file.problem.step, at: file.problem.at };
}

/** True for a file that the agent reads before it looks whether the folder is trusted. */
const isReadFirst = ({ source }: SourceFile): boolean => fileOf(source).gate === undefined;

/** @param definitions as they are used, or as each file has them */
function invalidEntry({ names }: AgentTable, definitions: readonly DefinedServer[]): RefusalCause | undefined {
  for (const { name, source, key, connection } of definitions) {
    const { flaw, isAlone } = connection;
    // A name that isn't valid is only skipped.
    if (flaw !== undefined && isAlone !== true && names.invalid?.test(name) !== true)
      return { source, name, why: flaw.why, step: flaw.remedy, at: key };
  }
  return undefined;
}
