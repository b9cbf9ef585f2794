/** Whether `agents` and `doctor` say the same about each server of a folder and each agent. */
import { lookUp } from '../../../common/guards.ts';
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
  return [...ofServers, ...diagnosis.unused.flatMap(({ text }) => (told.has(text) ? [] : text))];
}
