import { afterEach, expect, test } from 'vitest';
import { createClient } from '../../../src/service/api/index.ts';
import { LatestRuns } from '../../../src/service/session/runs/latest-runs.ts';
import { RunFeed } from '../../../src/service/session/runs/run-feed.ts';
import { VersionStore } from '../../../src/service/session/workflows/version-store.ts';
import { type Service, startService } from '../../service/index.ts';
import { settings } from '../fake-vscode.ts';

let service: Service | undefined;
afterEach(() => service?.close());

test.each(['newestFirst', 'oldestFirst'] as const)(
  'the latest run and version of a workflow are found in a service with the order %s',
  async (order) => {
    settings.set('switchyard.runs.pageSize', 50);
    service = await startService({ order });
    const { runs, workflows, versions } = service.state;
    const client = createClient({ baseUrl: service.url, apiKey: service.key });
    const latest = new LatestRuns(new RunFeed(client));
    await latest.refresh();
    const workflow = [...workflows.values()].find(({ name }) => name === 'Invoice intake')?.id ?? '';
    const own = [...runs.values()].filter(({ workflowId }) => workflowId === workflow);
    const newest = own.reduce((one, other) => (other.createdAt > one.createdAt ? other : one));
    expect([latest.latest(workflow)?.id, latest.isNewestKnown]).toEqual([newest.id, true]);
    const store = new VersionStore(client);
    await store.ensure(workflow);
    const revisions = [...versions.values()].filter(({ workflowId }) => workflowId === workflow).map((v) => v.revision);
    expect(store.versions(workflow)[0]?.revision).toBe(Math.max(...revisions));
  },
);
