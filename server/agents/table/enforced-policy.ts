/** Lists of allowed and denied servers that an agent enforces: those of the organization, and the user's own (facts/readers.md, 1.3.1). */
import type { Reason } from '../../config/oh-my-pi/effective.ts';
import type { DefinedServer } from '../../config/servers/source-file.ts';
import type { Place } from '../../config/servers/sources.ts';
import { fileUri, isInside } from '../../files/uris.ts';
import type { Policy, PolicyLayer } from '../../policy/policy.ts';
import { listsOf, type PolicyLists } from '../../policy/read-policy.ts';
import { definitionSubject } from '../../policy/subject.ts';
import { type Verdict, verdictOf } from '../../policy/verdict.ts';
import type { AgentTable } from '../../tools/agent-facts.ts';
import type { ReadSetting } from '../agent.ts';
import { locate, type TableSource } from '../files/agent-files.ts';

/** Returns a function that returns why a server isn't allowed. */
export function restrictions(
  { policyFolders = [], policyFault, policyDeniesExactly, policySettings = [] }: AgentTable,
  place: Place,
  setting: ReadSetting,
  { layers, faulty = [] }: Policy,
): (definition: DefinedServer) => Reason | undefined {
  const isManaged = (uri: string): boolean => policyFolders.some((folder) => isInside(uri, fileUri(folder)));
  const ofFaulty = (layer: PolicyLayer & { readonly uri: string }): PolicyLayer =>
    policyFault === 'reads-rest'
      ? layer
      : { ...layer, allowed: { at: { uri: layer.uri, offset: 0, length: 0 }, entries: [] } };
  const managed = [
    ...layers.filter((layer) => isManaged(uriOf(layer))),
    ...(policyFault === undefined ? [] : faulty.filter(({ uri }) => isManaged(uri)).map(ofFaulty)),
  ].map((layer): PolicyLayer => ({ ...layer, ...(policyDeniesExactly && { deniesExactly: policyDeniesExactly }) }));
  const files = policySettings.flatMap((file) => locate(file, place));
  const labels = new Map(files.map(({ uri, label }) => [uri, label]));
  const own = files.flatMap(({ uri }) => {
    const root = setting(uri, []);
    return root === undefined ? [] : [listsOf(root, uri).lists];
  });
  const lists = joined(own);
  if (managed.length === 0 && lists === undefined) return () => undefined;
  return (definition) => {
    const subject = definitionSubject(definition);
    // The organization's own servers need no entry.
    const isExempt = (definition.source as TableSource).file.scope === 'managed';
    const byPolicy = restricting(verdictOf(subject, { layers: managed, faults: [] }), isExempt);
    if (byPolicy !== undefined)
      return { kind: byPolicy.kind === 'denied' ? 'denied-by-policy' : 'not-in-policy', label: byPolicy.label };
    const bySettings =
      lists && restricting(verdictOf(subject, { layers: [{ label: '', ...lists }], faults: [] }), isExempt);
    if (bySettings === undefined) return undefined;
    const { at } = bySettings;
    const source = { uri: at.uri, label: labels.get(at.uri) ?? at.uri };
    return bySettings.kind === 'denied'
      ? { kind: 'denied', item: { list: 'deniedMcpServers', name: definition.name, node: at, source } }
      : { kind: 'not-listed', list: 'allowedMcpServers', file: source.label };
  };
}

/** Returns a verdict that is sure: a variable may have a value that is listed. */
function restricting(
  verdict: Verdict | undefined,
  isExempt: boolean,
): Exclude<Verdict, { kind: 'allowed' }> | undefined {
  if (verdict?.kind === 'denied') return verdict;
  const isSure = verdict?.kind === 'notListed' && (verdict.why === 'no-match' || verdict.why === 'name-only');
  return isSure && !isExempt ? verdict : undefined;
}

/** Lists of several files count as one. Undefined if none has any. */
function joined(lists: readonly PolicyLists[]): PolicyLists | undefined {
  const allowed = lists.flatMap((each) => each.allowed ?? []);
  const denied = lists.flatMap((each) => each.denied ?? []);
  const [first] = allowed;
  if (first === undefined && denied.length === 0) return undefined;
  return {
    allowed: first && { at: first.at, entries: allowed.flatMap(({ entries }) => entries) },
    denied,
  };
}

/** A list without entries and without a place restricts nothing. */
const uriOf = ({ allowed, denied = [] }: PolicyLayer): string => allowed?.at.uri ?? denied[0]?.uri ?? '';
