import { afterEach, expect, test } from 'vitest';
import type { Connection } from '../../../src/account/index.ts';
import { type ApiClient, createClient } from '../../../src/api/index.ts';
import { LatestRuns } from '../../../src/workflows/latest-runs.ts';
import { RunFeed } from '../../../src/workflows/run-feed.ts';
import { VersionStore } from '../../../src/workflows/versions.ts';
import { type Service, startService } from '../../service/index.ts';
import { EventEmitter, settings } from '../fake-vscode.ts';

let service: Service | undefined;
afterEach(() => service?.close());

test.each(['newestFirst', 'oldestFirst', 'none'] as const)(
  'the latest run and version of a workflow are found in a service with the order %s',
  async (order) => {
    settings.set('switchyard.runs.pageSize', 50);
    service = await startService({ order });
    const { runs, workflows, versions } = service.state;
    const client = createClient({ baseUrl: service.url, apiKey: service.key });
    const connection = {
      state: { kind: 'connected' },
      onDidReplace: new EventEmitter().event,
      onDidChange: new EventEmitter().event,
      run: <T>(work: (one: ApiClient) => Promise<T>) => work(client),
    } as unknown as Connection;
    const latest = new LatestRuns(connection, new RunFeed(connection));
    await latest.refresh();
    const workflow = [...workflows.values()].find(({ name }) => name === 'Invoice intake')?.id ?? '';
    const own = [...runs.values()].filter(({ workflowId }) => workflowId === workflow);
    const newest = own.reduce((one, other) => (other.createdAt > one.createdAt ? other : one));
    expect([latest.latest(workflow)?.id, latest.isNewestKnown]).toEqual([newest.id, true]);
    const store = new VersionStore(connection);
    await store.ensure(workflow);
    const revisions = [...versions.values()].filter(({ workflowId }) => workflowId === workflow).map((v) => v.revision);
    expect(store.versions(workflow)[0]?.revision).toBe(Math.max(...revisions));
  },
);
