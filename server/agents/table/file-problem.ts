/** Why an agent takes nothing from a file that exists. */
import * as l10n from '@vscode/l10n';
import { quote } from '../../config/language.ts';
import { holdsServers } from '../../config/servers/recognize-servers.ts';
import type { FileProblem, SourceFile } from '../../config/servers/source-file.ts';
import type { Source } from '../../config/servers/sources.ts';
import type { Fault } from '../../config/text/fault.ts';
import { faultParts } from '../../config/text/fault-text.ts';
import { type JsonNode, liveMembers, memberValue } from '../../config/text/json.ts';
import { lineAndColumn } from '../../config/text/text-around.ts';
import type { Files, OtherKind } from '../../files/files.ts';
import type { ServersFile } from '../../tools/agent-facts.ts';
import { isTableSource } from '../files/agent-files.ts';
import { settingFlaw } from './read-entry.ts';

interface ReadFile {
  readonly text: string;
  readonly root: JsonNode | undefined;
  /** The map of servers. */
  readonly map: JsonNode | undefined;
  /** `kind` is undefined for a file that isn't JSON. */
  readonly fault: ReadFault | undefined;
  readonly broken: boolean;
}

type ReadFault = Omit<Fault, 'kind' | 'damaging'> & { readonly kind?: Fault['kind'] | undefined };

/** Returns undefined for a file that is fine, and for one whose readers don't mind. */
export function problemOf(
  file: Pick<
    ServersFile,
    | 'root'
    | 'flat'
    | 'withoutRoot'
    | 'refusedProperty'
    | 'otherProperties'
    | 'otherValue'
    | 'refusesBroken'
    | 'refusesOtherRoot'
    | 'refusesOtherMap'
  >,
  { text, root, map, fault, broken }: ReadFile,
): FileProblem | undefined {
  if (broken) {
    const effect = file.refusesBroken === true ? 'refused' : 'rejected';
    return { ...faultInWords(text, fault), at: fault ?? start, effect };
  }
  const refused = file.refusedProperty === undefined ? undefined : liveMembers(root).get(file.refusedProperty);
  if (refused !== undefined)
    return {
      why: l10n.t("{0} isn't supported", quote(refused.key.value)),
      step: l10n.t('Remove {0}.', quote(refused.key.value)),
      ...{ at: refused.key, effect: 'refused' },
    };
  const flaw = file.otherProperties && settingFlaw(root, file.otherProperties);
  if (flaw !== undefined)
    return { why: flaw.why, step: flaw.remedy ?? flaw.why, at: flaw.at ?? start, effect: file.otherValue ?? 'refused' };
  if (root === undefined || map?.type === 'object') return undefined;
  const name = quote(file.root.join('.'));
  const step = l10n.t('Write {0} as an object with the names of the servers as keys.', name);
  if (root.type !== 'object') {
    const effect = file.refusesOtherRoot === true ? 'refused' : (file.withoutRoot ?? 'rejected');
    return { why: l10n.t("it isn't an object"), step, at: start, effect };
  }
  const isOther = map !== undefined;
  const effect = isOther && file.refusesOtherMap === true ? 'refused' : file.withoutRoot;
  // A list has no names, so that no agent can use it.
  if (isOther && (effect !== undefined || map.type === 'array'))
    return { why: l10n.t("{0} isn't an object", name), step, at: map, effect: effect ?? 'rejected' };
  if (effect === undefined) return undefined;
  const servers = quote('servers');
  if (memberValue(root, 'servers') !== undefined && file.root[0] !== 'servers')
    return {
      why: l10n.t('it has {0}, but no {1}', servers, name),
      step: l10n.t('Rename {0} to {1}.', servers, name),
      ...{ at: start, effect },
    };
  return {
    why: l10n.t('it has no {0}', name),
    step: holdsServers(root) ? l10n.t('Wrap the servers in {0}.', name) : l10n.t('Add {0}.', name),
    ...{ at: start, effect },
  };
}

/** Returns a file in whose place is something else, if its agent minds. */
export function otherInPlace(source: Source, files: Pick<Files, 'kind'>): SourceFile | undefined {
  const effects = isTableSource(source) ? source.file.inPlace : undefined;
  const kind = effects && files.kind(source.uri);
  if (kind === undefined || kind === 'file' || kind === 'unknown') return undefined;
  const effect = effects?.[kind];
  if (effect === undefined) return undefined;
  const problem: FileProblem = { ...otherInWords[kind](), at: start, effect };
  const nothing = { definitions: [], items: [], broken: false, damaged: false, stopsLoader: false } as const;
  return { source, problem, ...nothing, document: undefined };
}

const otherInWords: Readonly<Record<OtherKind, () => Pick<FileProblem, 'why' | 'step'>>> = {
  folder: () => ({ why: l10n.t("it's a folder"), step: l10n.t('Delete the folder, or rename it.') }),
  circle: () => ({ why: l10n.t("it's a link that leads back to itself"), step: l10n.t('Delete the link.') }),
  device: () => ({ why: l10n.t("it's a device"), step: l10n.t('Write a file instead.') }),
};

/** Returns the same for a file of any agent. Oh My Pi takes nothing from a file without `mcpServers`, without a message. */
export function problemIn({ problem, document, broken, source }: SourceFile): FileProblem | undefined {
  if (problem !== undefined || source.layout !== 'own' || document === undefined) return problem;
  const { text, root, faults } = document;
  const map = memberValue(root, 'mcpServers');
  return problemOf({ root: ['mcpServers'], withoutRoot: 'rejected' }, { text, root, map, fault: faults[0], broken });
}

const start = { offset: 0, length: 0 };

/** Returns what is wrong with the syntax, and what to do about it. */
export function faultInWords(text: string, fault: ReadFault | undefined): Pick<FileProblem, 'why' | 'step'> {
  const { kind } = fault ?? {};
  const place = fault === undefined ? '' : lineAndColumn(text, fault.offset);
  if (fault === undefined || kind === undefined) {
    const why = place === '' ? l10n.t("the syntax isn't valid") : l10n.t("the syntax isn't valid in {0}", place);
    return { why, step: place === '' ? l10n.t('Correct the syntax.') : l10n.t('Correct the syntax at {0}.', place) };
  }
  const { problem, remedy } = faultParts(text, { ...fault, kind });
  const step = remedy === undefined ? l10n.t('Correct the syntax at {0}.', place) : `${remedy}.`;
  switch (kind) {
    case 'comment':
      return { why: l10n.t("comments aren't accepted"), step };
    case 'trailing-comma':
      return { why: l10n.t("trailing commas aren't accepted"), step };
    case 'byte-order-mark':
      return { why: l10n.t("a byte order mark isn't accepted"), step };
    case 'empty':
      return { why: l10n.t('it is empty'), step };
    default:
      return { why: `${place} ${problem}`, step };
  }
}
