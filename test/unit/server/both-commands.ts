/** Whether all that shows states says the same about each server of a folder and each agent, and offers what works. */
import { lookUp } from '../../../common/guards.ts';
import type { AgentId } from '../../../common/messages/agents.ts';
import type { StepAction } from '../../../common/messages/diagnosis.ts';
import type { AgentCell, ServerChange } from '../../../common/messages/tool-servers.ts';
import type { Agent } from '../../../server/agents/agent.ts';
import { ohMyPiAgent } from '../../../server/agents/oh-my-pi.ts';
import { OpenDocument } from '../../../server/config/servers/open-document.ts';
import { caveatOf, stateBesideText } from '../../../server/doctor/caveat.ts';
import { withCause } from '../../../server/doctor/chain.ts';
import { applyServerChanges } from '../../../server/editing/changes.ts';
import { EditedFiles } from '../../../server/editing/edited-files.ts';
import { lensesOf } from '../../../server/features/code-lenses.ts';
import { hoverAt } from '../../../server/features/hover.ts';
import { hintsOf } from '../../../server/features/inlay-hints.ts';
import { escapeMarkdown } from '../../../server/features/markdown.ts';
import { uriKey } from '../../../server/files/uris.ts';
import type { Names } from '../../../server/rules/context.ts';
import { AgentsView } from '../../../server/views/agents-view.ts';
import { Diagnoses } from '../../../server/views/diagnoses.ts';
import { placesWithServers } from '../../../server/views/servers-view.ts';
import { StepActions } from '../../../server/views/step-actions.ts';
import { chainContext } from '../../../server/workspace/chain-context.ts';
import { RuleOptions } from '../../../server/workspace/rule-options.ts';
import type { Workspace } from '../../../server/workspace/workspace.ts';
import { markdownOf } from './files.ts';

const agentWith = ({ agents }: Workspace, id: AgentId | undefined): Agent =>
  agents.all.find((agent) => agent.id === id) ?? ohMyPiAgent;

/** Returns what they contradict each other in. @param folder URI */
export async function contradictions(
  workspace: Workspace,
  folder: string,
  environment: Names | undefined,
): Promise<readonly string[]> {
  const options = { environment };
  const compared = await new AgentsView({ workspace, options }).compare({ folder });
  const agents = compared.agents.map(({ id }) => id);
  const diagnosis = await new Diagnoses({ workspace, options, actions: () => new StepActions(workspace) }).diagnose({
    folder,
    agents,
  });
  const cells = compared.rows.flatMap(({ name, cells: all }) =>
    all.map((cell, index) => [`${name}\n${agents[index]}`, cell] as const),
  );
  const byKey = Object.fromEntries(cells);
  const ofServers = diagnosis.servers.flatMap(({ name, chains }) =>
    chains.flatMap(({ agent, reaches, headline }) => {
      const cell = lookUp(byKey, `${name}\n${agent.id}`);
      const said = `${name}, ${agent.id}: doctor says "${reaches}: ${headline}", agents "${cell?.text}"`;
      if (cell === undefined || cell.state === 'notRead')
        return reaches === 'no' || (reaches === 'unknown' && cell?.isProbable === true) ? [] : said;
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
    ...compared.agents.flatMap(({ id }, column) => {
      const cellOf = (name: string) => compared.rows.find((row) => row.name === name)?.cells[column];
      return viewContradictions(workspace, folder, environment, agentWith(workspace, id), cellOf);
    }),
    // Of an agent that isn't in use, only the one that is asked about it says what it doesn't look at.
    ...diagnosis.unused.flatMap(({ agent, isUnknown, text }) =>
      told.has(text) || (isUnknown === true && compared.aside.includes(agent)) ? [] : text,
    ),
    ...actions.flatMap((action) => refusalOf(action, workspace)),
  ];
}

/** Returns what the view, hints, hovers, and lenses of an agent say otherwise than its cells of *Compare Agents*. */
function viewContradictions(
  workspace: Workspace,
  folder: string,
  environment: Names | undefined,
  agent: Agent,
  cellOf: (name: string) => AgentCell | undefined,
): readonly string[] {
  const options = new RuleOptions(workspace, environment);
  const rows = placesWithServers(workspace, options, agent).find((place) => place.folder === folder)?.servers ?? [];
  const ofView = [...new Set(rows.map(({ name }) => name))].flatMap((name) => {
    const cell = cellOf(name);
    const shown = rows.filter((row) => row.name === name);
    // The view lists what is in files.
    if (
      cell?.location == null ||
      shown.some(({ text, isPartial }) => text === cell.text && isPartial === cell.isPartial)
    )
      return [];
    return `${name}, ${agent.id}: the view says "${shown.map(({ text }) => text).join('", "')}", agents "${cell.text}"`;
  });
  const uri = `${folder}/.mcp.json`;
  const text = workspace.documents.textOf(uri);
  if (text === undefined) return ofView;
  const view = workspace.view(new OpenDocument(uri, 'json', 1, text), agent);
  const context = chainContext(workspace, view.place, agent, environment);
  const { document, effective } = view;
  const ofText = document.config.liveServers.flatMap(({ key, name, value }) => {
    const row = rows.find((each) => each.name === name && uriKey(each.source.uri) === uriKey(uri));
    const server = effective?.find(uri, name);
    if (row === undefined || server === undefined) return [];
    const hover = markdownOf(hoverAt({ ...view, variables: [], chain: context }, key.offset + 1)) ?? '';
    const hint = value && hintsOf(view, value, context)[0];
    const tooltip = typeof hint?.tooltip === 'string' ? hint.tooltip : '';
    const said = stateBesideText(withCause(server, context), caveatOf(server, context));
    const isPlain = row.state === 'inEffect' && !row.isPartial;
    const lens = lensesOf(view, true, true).find(({ command }) => command?.arguments?.[1] === name);
    return [
      ...(hover.includes(escapeMarkdown(said))
        ? []
        : [`${name}, ${agent.id}: the hover says "${hover}", not "${said}"`]),
      ...(tooltip === `${said}.` || ((isPlain || value === undefined) && hint === undefined)
        ? []
        : [`${name}, ${agent.id}: hint "${tooltip}"`]),
      ...(row.state !== (lens?.command?.title === 'Test' ? 'invalid' : 'inEffect') ? [] : [`${name}: no test`]),
      ...(said.includes(row.text) || isStateWithAgent(said, row.text, agent)
        ? []
        : [`${name}: "${said}", "${row.text}"`]),
    ];
  });
  return [...ofView, ...ofText];
}

/** True if a sentence is another one with the name of the agent: "In effect in Codex", "In effect". */
const isStateWithAgent = (said: string, text: string, { name }: Agent): boolean =>
  said.replace(` in ${name}`, '') === text;

/** Returns why an edit that is offered isn't possible. */
function refusalOf(action: StepAction, workspace: Workspace): string | readonly [] {
  if (action.kind === 'copy' || action.kind === 'open') return [];
  const edited = new EditedFiles(
    (uri) => workspace.documents.textOf(uri),
    agentWith(workspace, action.kind === 'relocate' ? action.to.agent : action.server.agent),
    workspace.policy,
  );
  const change: ServerChange = action.kind === 'define' ? { ...action, kind: 'copy' } : action;
  const placeOf = (folder: string | null) => workspace.places.ofProject(folder ?? undefined);
  const { refused } = applyServerChanges(edited, [change], placeOf, (id) => agentWith(workspace, id));
  return refused[0] === undefined ? [] : `${JSON.stringify(action)} is refused: ${refused[0].reason}`;
}
