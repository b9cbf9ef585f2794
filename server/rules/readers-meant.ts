/**
 * The agents that sentences about the reading of a file are about: those that the user or the repository names, or else
 * those in use. What the format forbids doesn't depend on them.
 */
import * as l10n from '@vscode/l10n';
import { acceptedFaults, readerVariables } from '../../common/generated/readers.ts';
import { type AgentId, agentName } from '../../common/messages/agents.ts';
import type { FaultKind } from '../config/text/fault.ts';
import { unknownVariables, type VariableFacts } from '../tools/variable-facts.ts';
import type { RuleContext } from './context.ts';
import { andList } from './message-text.ts';

const formatOwner: readonly AgentId[] = ['oh-my-pi'];

export const readersMeant = ({ agents, agentsAreChosen, meant = formatOwner }: RuleContext): readonly AgentId[] =>
  agentsAreChosen === true && agents !== undefined ? agents : meant;

/** True if what only Oh My Pi does matters. */
export const concernsOhMyPi = (context: RuleContext): boolean => readersMeant(context).includes('oh-my-pi');

interface Names {
  readonly names: string;
  readonly isOne: boolean;
}

/** Returns the names of the agents meant, without those that read it in another way; undefined if none is left. */
function namesWithout(meantAgents: readonly AgentId[], others: readonly AgentId[]): Names | undefined {
  const meant = meantAgents.filter((id) => !others.includes(id));
  return meant.length === 0 ? undefined : { names: andList(meant.map(agentName)), isOne: meant.length === 1 };
}

/**
 * Returns "Oh My Pi doesn't expand "~"."; undefined if all agents that are named do, or may, so that there is nothing to say.
 * @param quoted what isn't expanded @param isText whether it's text for an agent with these variables
 */
export function notExpanded(
  context: RuleContext,
  quoted: string,
  isText: (facts: VariableFacts) => boolean = ({ isOpen }) => isOpen !== true,
): string | undefined {
  // No other form would help an agent that expands no variables.
  const meant = readersMeant(context).filter((id) => readerVariables[id]?.forms.length !== 0);
  const others = meant.filter((id) => !isText(readerVariables[id] ?? unknownVariables));
  const agents = namesWithout(meant, others);
  if (agents === undefined)
    return context.agentsAreChosen === true && meant.length > 0
      ? undefined
      : l10n.t("The format doesn't expand {0}.", quoted);
  return agents.isOne
    ? l10n.t("{0} doesn't expand {1}.", agents.names, quoted)
    : l10n.t("{0} don't expand {1}.", agents.names, quoted);
}

/**
 * Returns "Oh My Pi doesn't support WebSocket URLs."; undefined if all agents that are named do.
 * @param supporting the agents that support them
 */
export function notSupported(
  context: RuleContext,
  what: string,
  supporting: readonly AgentId[] = [],
): string | undefined {
  if (supporting.length === 0) return l10n.t('No agent supports {0} URLs.', what);
  const agents = namesWithout(readersMeant(context), supporting);
  if (agents === undefined)
    return context.agentsAreChosen === true ? undefined : l10n.t("The format doesn't support {0} URLs.", what);
  return agents.isOne
    ? l10n.t("{0} doesn't support {1} URLs.", agents.names, what)
    : l10n.t("{0} don't support {1} URLs.", agents.names, what);
}

/** Returns the consequence of a syntax error. */
export function fileIsSkipped(context: RuleContext, kind?: FaultKind): string {
  // A file of another tool isn't meant for Oh My Pi.
  if (context.tool !== undefined) return l10n.t("The file isn't strict JSON.");
  const meant = readersMeant(context);
  const accepting = kind === undefined ? [] : meant.filter((id) => acceptedFaults[id]?.includes(kind) === true);
  const agents = namesWithout(meant, accepting);
  if (agents === undefined) return l10n.t('The format is strict JSON.');
  return agents.isOne
    ? l10n.t("{0} skips files that aren't strict JSON.", agents.names)
    : l10n.t("{0} skip files that aren't strict JSON.", agents.names);
}
