/** The servers of one agent, and those of all, in a project with the files of several. */
import { pathToFileURL } from 'node:url';
import { defaultFolders } from '../../common/messages/config-place.ts';
import { AgentsView } from '../../server/views/agents-view.ts';
import { placesWithServers } from '../../server/views/servers-view.ts';
import { machine } from '../../server/workspace/machine.ts';
import { RuleOptions } from '../../server/workspace/rule-options.ts';
import { Workspace } from '../../server/workspace/workspace.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { median, type Row } from './row.ts';

const servers = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `server-${index}`,
    { type: 'stdio', command: 'npx', args: ['-y', `p${index}`] },
  ]),
);

export async function benchAgents(runs = 41): Promise<Row> {
  const folder = new TemporaryFolder('bench-agents');
  try {
    for (const path of ['.omp/mcp.json', '.mcp.json', '.cursor/mcp.json', '.gemini/settings.json'])
      folder.write(path, JSON.stringify({ mcpServers: servers }));
    folder.write('.vscode/mcp.json', JSON.stringify({ servers }));
    const home = folder.at('home');
    const workspace = new Workspace({ ...machine, folderVariable: () => undefined }, { ...defaultFolders, home });
    const root = pathToFileURL(folder.path).href;
    workspace.places.roots = [root];
    const options = new RuleOptions(workspace, undefined);
    const view = new AgentsView({ workspace });
    const [one, all]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      one.push(
        await timed(() => {
          workspace.refreshFromDisk();
          return placesWithServers(workspace, options);
        }),
      );
      all.push(await timed(() => view.compare({ folder: root })));
    }
    const ratio = median(all) / median(one);
    return {
      what: `tool servers: comparison of eight agents (${median(all).toFixed(1)} ms) against the list of one (${median(one).toFixed(1)} ms)`,
      figure: `${ratio.toFixed(2)} ×`,
      bar: '≤ 2 ×',
      met: ratio <= 2,
    };
  } finally {
    folder.remove();
  }
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
