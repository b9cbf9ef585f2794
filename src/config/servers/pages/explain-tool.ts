/** Language model tool: why agents use a tool server or don't. Reads config files only; needs no account. */
import {
  CancellationError,
  type CancellationToken,
  LanguageModelTextPart,
  LanguageModelToolResult,
  l10n,
  type PreparedToolInvocation,
  workspace,
} from 'vscode';
import { isRecord, isText } from '../../../../common/guards.ts';
import { agentIds, isAgentId } from '../../../../common/messages/agents.ts';
import type { ConfigLanguage } from '../../client/index.ts';

interface Input {
  readonly name: string;
  readonly agent?: (typeof agentIds)[number];
}

/** @throws Error that tells the model how to correct its input */
export function prepareExplanation(input: unknown): PreparedToolInvocation {
  readInput(input);
  return { invocationMessage: l10n.t('Explaining a tool server') };
}

export async function explainServer(
  config: ConfigLanguage,
  input: unknown,
  token: CancellationToken,
): Promise<LanguageModelToolResult> {
  const { name, agent } = readInput(input);
  const folders = workspace.workspaceFolders?.map(({ uri }) => uri.toString()) ?? [null];
  const explanations: unknown[] = [];
  for (const folder of folders) {
    if (token.isCancellationRequested) throw new CancellationError();
    const { servers, didYouMean } = await config.sendRequest('switchyard/diagnose', {
      folder,
      name,
      ...(agent && { agents: [agent] }),
    });
    const agents = servers.flatMap(({ chains }) =>
      chains.map(({ links, nextStep, ...chain }) => ({
        ...chain,
        agent: chain.agent.name,
        links: links.map(({ kind, state, text }) => ({ kind, state, text })),
        nextStep: nextStep && { text: nextStep.text, run: nextStep.run },
      })),
    );
    explanations.push({ folder, agents, didYouMean });
  }
  return new LanguageModelToolResult([new LanguageModelTextPart(JSON.stringify(explanations))]);
}

/** @throws Error that tells the model how to correct its input */
function readInput(input: unknown): Input {
  if (!isRecord(input) || !isText(input.name) || input.name === '' || input.name.length > 200)
    throw new Error('name is required: the name of a tool server, up to 200 characters.');
  const { name, agent } = input;
  if (agent === undefined || agent === null) return { name };
  if (!isAgentId(agent)) throw new Error(`agent must be one of ${agentIds.join(', ')}.`);
  return { name, agent };
}
