/** What the policy of an organization decides for an agent that enforces it. */
import type { Reason } from '../config/effective.ts';
import { fileUri, isInside } from '../config/uris.ts';
import type { Policy, PolicyLayer } from '../policy/policy.ts';
import { definitionSubject } from '../policy/subject.ts';
import { verdictOf } from '../policy/verdict.ts';
import { type Agent, type Decisions, isTableAgent } from './agent.ts';
import type { TableSource } from './agent-files.ts';

/** Returns decisions that also exclude what the agent's own managed settings don't allow (facts/readers.md, 1.3.1). */
export function withPolicy(decisions: Decisions, { layers }: Policy, agent: Agent): Decisions {
  const policyFolders = isTableAgent(agent) ? (agent.table.policyFolders ?? []) : [];
  const own = layers.filter((layer) => policyFolders.some((folder) => isInside(uriOf(layer), fileUri(folder))));
  if (own.length === 0) return decisions;
  return {
    ...decisions,
    excludes(definition, file): Reason | undefined {
      const verdict = verdictOf(definitionSubject(definition), { layers: own, faults: [] });
      if (verdict?.kind === 'denied') return { kind: 'denied-by-policy', label: verdict.label };
      // The organization's own servers need no entry, and a variable may have a value that is listed.
      const isExempt = (file.source as TableSource).file.scope === 'managed';
      if (verdict?.kind === 'notListed' && !isExempt && (verdict.why === 'no-match' || verdict.why === 'name-only'))
        return { kind: 'not-in-policy', label: verdict.label };
      return decisions.excludes(definition, file);
    },
  };
}

/** A list without entries and without a place restricts nothing. */
const uriOf = ({ allowed, denied = [] }: PolicyLayer): string => allowed?.at.uri ?? denied[0]?.uri ?? '';
