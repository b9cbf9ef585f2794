/** Whether `agents` and `doctor` say the same about each server of a folder and each agent, and offer what works. */
import { lookUp } from '../../../common/guards.ts';
import type { AgentId } from '../../../common/messages/agents.ts';
import type { StepAction } from '../../../common/messages/diagnosis.ts';
import type { ServerChange } from '../../../common/messages/tool-servers.ts';
import { ohMyPiAgent } from '../../../server/agents/oh-my-pi.ts';
import { applyServerChanges } from '../../../server/editing/changes.ts';
import { EditedFiles } from '../../../server/editing/edited-files.ts';
import type { Names } from '../../../server/rules/context.ts';
import { AgentsView } from '../../../server/views/agents-view.ts';
import { Diagnoses } from '../../../server/views/diagnoses.ts';
import type { Workspace } from '../../../server/workspace/workspace.ts';

/** Returns what they contradict each other in. @param folder URI */
export async function contradictions(
  workspace: Workspace,
  folder: string,
  environment: Names | undefined,
): Promise<readonly string[]> {
  const options = { environment };
  const compared = await new AgentsView({ workspace, options }).compare({ folder });
  const agents = compared.agents.map(({ id }) => id);
  const diagnosis = await new Diagnoses({ workspace, options }).diagnose({ folder, agents });
  const cells = compared.rows.flatMap(({ name, cells: all }) =>
    all.map((cell, index) => [`${name}\n${agents[index]}`, cell] as const),
  );
  const byKey = Object.fromEntries(cells);
  const ofServers = diagnosis.servers.flatMap(({ name, chains }) =>
    chains.flatMap(({ agent, reaches, headline }) => {
      const cell = lookUp(byKey, `${name}\n${agent.id}`);
      const said = `${name}, ${agent.id}: doctor says "${reaches}: ${headline}", agents "${cell?.text}"`;
      if (cell === undefined || cell.state === 'notRead') return reaches === 'no' ? [] : said;
      if (cell.state === 'inEffect' && cell.isPartial) return reaches === 'yes' || reaches === 'unknown' ? said : [];
      if (cell.state === 'inEffect') return reaches === 'yes' || reaches === 'unknown' ? [] : said;
      // A later link is known to be broken.
      if (cell.isProbable) return reaches === 'yes' ? said : [];
      return reaches === 'unknown' || (reaches === 'no' && headline === `${cell.text}.`) ? [] : said;
    }),
  );
  const told = new Set(compared.unused.map(({ text }) => text));
  const actions = [
    ...diagnosis.servers.flatMap(({ chains }) => chains.flatMap(({ nextStep }) => nextStep?.actions ?? [])),
    ...diagnosis.unused.flatMap((file) => file.actions),
  ];
  return [
    ...ofServers,
    ...diagnosis.unused.flatMap(({ text }) => (told.has(text) ? [] : text)),
    ...actions.flatMap((action) => refusalOf(action, workspace)),
  ];
}

/** Returns why an edit that is offered isn't possible. */
function refusalOf(action: StepAction, workspace: Workspace): string | readonly [] {
  if (action.kind === 'copy' || action.kind === 'open') return [];
  const agentWith = (id: AgentId | undefined) => workspace.agents.all.find((agent) => agent.id === id) ?? ohMyPiAgent;
  const edited = new EditedFiles(
    (uri) => workspace.documents.textOf(uri),
    agentWith(action.kind === 'relocate' ? action.to.agent : action.server.agent),
    workspace.policy,
  );
  const change: ServerChange =
    action.kind === 'define' ? { kind: 'copy', server: action.server, to: action.to } : action;
  const placeOf = (folder: string | null) => workspace.places.ofProject(folder ?? undefined);
  const { refused } = applyServerChanges(edited, [change], placeOf, agentWith);
  return refused[0] === undefined ? [] : `${JSON.stringify(action)} is refused: ${refused[0].reason}`;
}
