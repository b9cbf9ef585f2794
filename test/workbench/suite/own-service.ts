/** A reference service inside the extension host, so that a suite can read its request log and change its state. */
import { commands as registry } from 'vscode';
import type { TestApi } from '../../../src/activate.ts';
import { commands, views } from '../../../src/shared/generated/names.ts';
import type { Service } from '../../service/index.ts';
import { type StandingClock, startStandingService } from '../../service/standing-clock.ts';
import { until } from '../../until.ts';
import { api, connect, session } from './world.ts';

export interface OwnService {
  readonly service: Service;
  readonly clock: StandingClock;
  readonly inside: TestApi;
  /** Returns the number of requests whose path, with the query, matches. */
  asked(path: RegExp): number;
  /** Connects again, and loads both views. */
  reopen(): Promise<void>;
  end(): Promise<void>;
}

/** Starts the service, connects to it, and loads both views. */
export async function openOwnService(): Promise<OwnService> {
  const { service, clock } = await startStandingService();
  const inside = await api();
  const { workflows, runs } = inside;
  const reopen = async (): Promise<void> => {
    // Views are hidden while the account changes, so that requests are only those of opening them.
    await registry.executeCommand('workbench.view.explorer');
    await until('the views to be hidden', () => !workflows.tree.view.visible && !runs.tree.view.visible);
    await connect(undefined);
    await connect(service.key, service.url);
    await registry.executeCommand(commands.runs.clearFilter);
    await registry.executeCommand(commands.workflows.clearFilter);
    await showViews();
    await until('both lists', () => session().workflows.state === 'loaded' && session().runs.state === 'loaded');
    await until('every detail', () => session().workflows.entries.every(({ details }) => details));
  };
  await reopen();
  return {
    service,
    clock,
    inside,
    reopen,
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
