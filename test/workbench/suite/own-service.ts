/** A reference service inside the extension host, so that a suite sees its request log and changes its state. */
import { commands as registry } from 'vscode';
import type { TestApi } from '../../../src/activate.ts';
import { commands, views } from '../../../src/shared/contract.ts';
import { type Service, startService } from '../../service/index.ts';
import { api, connect, until } from './world.ts';

export interface OwnService {
  readonly service: Service;
  readonly inside: TestApi;
  /** How many requests there have been whose path, with the query, looks like this. */
  asked(path: RegExp): number;
  end(): Promise<void>;
}

/** Both views are seen and loaded. */
export async function openOwnService(): Promise<OwnService> {
  const service = await startService();
  const { workflows, runs } = await api();
  // Nobody looks while the account changes: so what is asked is what the views ask when they are opened.
  await registry.executeCommand('workbench.view.explorer');
  await until('the views to be hidden', () => !workflows.tree.view.visible && !runs.tree.view.visible);
  const inside = await connect(service.key, service.url);
  await registry.executeCommand(commands.clearRunFilter);
  await registry.executeCommand(commands.clearWorkflowFilter);
  await showViews();
  await until('both lists', () => workflows.store.state === 'loaded' && runs.store.state === 'loaded');
  await until('every detail', () => workflows.store.entries.every(({ details }) => details));
  return {
    service,
    inside,
    asked: (path) => service.requests.filter((request) => path.test(request.path)).length,
    end: async () => {
      await connect(undefined);
      await service.close();
    },
  };
}

export async function showViews(): Promise<void> {
  await registry.executeCommand(`${views.workflows}.focus`);
  await registry.executeCommand(`${views.runs}.focus`);
}
