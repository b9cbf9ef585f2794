/** Why an agent takes nothing from a file that exists. */
import * as l10n from '@vscode/l10n';
import type { Fault } from '../config/fault.ts';
import { type JsonNode, memberValue } from '../config/json.ts';
import { quote } from '../config/language.ts';
import type { FileProblem, SourceFile } from '../config/source-file.ts';
import type { ServersFile } from '../tools/agent-facts.ts';

interface ReadFile {
  readonly root: JsonNode | undefined;
  /** The map of servers. */
  readonly map: JsonNode | undefined;
  readonly fault: Pick<Fault, 'kind' | 'offset' | 'length'> | undefined;
  readonly broken: boolean;
}

/** Returns undefined for a file that is fine, and for one whose readers don't mind. */
export function problemOf(
  file: Pick<ServersFile, 'root' | 'withoutRoot' | 'refusesBroken' | 'refusesOtherMap'>,
  { root, map, fault, broken }: ReadFile,
): FileProblem | undefined {
  if (broken) {
    const effect = file.refusesBroken === true ? 'refused' : 'rejected';
    return { why: faultInWords(fault?.kind), at: fault ?? start, effect };
  }
  const effect = map !== undefined && file.refusesOtherMap === true ? 'refused' : file.withoutRoot;
  if (effect === undefined || root === undefined || map?.type === 'object') return undefined;
  const [name = ''] = file.root;
  const others = memberValue(root, 'servers') === undefined ? undefined : quote('servers');
  const why =
    map !== undefined
      ? l10n.t("{0} isn't an object", quote(name))
      : others === undefined
        ? l10n.t('it has no {0}', quote(name))
        : l10n.t('it has {0}, but no {1}', others, quote(name));
  return { why, at: map ?? start, effect };
}

/** Returns the same for a file of any agent. Oh My Pi takes nothing from a file without `mcpServers`, without a message. */
export function problemIn({ problem, document, broken, source }: SourceFile): FileProblem | undefined {
  if (problem !== undefined || source.layout !== 'own' || document === undefined) return problem;
  const { root, faults } = document;
  const map = memberValue(root, 'mcpServers');
  return problemOf({ root: ['mcpServers'], withoutRoot: 'rejected' }, { root, map, fault: faults[0], broken });
}

const start = { offset: 0, length: 0 };

/** @param kind undefined for a file that isn't JSON */
function faultInWords(kind: Fault['kind'] | undefined): string {
  switch (kind) {
    case 'comment':
      return l10n.t("comments aren't accepted");
    case 'trailing-comma':
      return l10n.t("trailing commas aren't accepted");
    case 'byte-order-mark':
      return l10n.t("a byte order mark isn't accepted");
    case 'empty':
      return l10n.t('it is empty');
    default:
      return l10n.t("the syntax isn't valid");
  }
}
