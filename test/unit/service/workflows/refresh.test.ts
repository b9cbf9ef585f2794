import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import type { PageQuery } from '../../../../src/service/api/index.ts';
import { sessionOf } from '../../session.ts';
import { settle } from '../../settle.ts';
import { version, workflow, workflowDetails } from '../api/support.ts';

/** A service with one workflow, whose records a test changes without changing `updated_at`. */
function setUp() {
  const service = {
    list: [workflow],
    details: workflowDetails as object,
    /** IDs of requested details. */
    requested: [] as string[],
    /** IDs of versions whose publish was requested. */
    published: [] as string[],
    versions: [version(1)],
    fails: false,
    gate: undefined as Promise<void> | undefined,
    changeGate: undefined as Promise<void> | undefined,
  };
  const check = () => {
    if (service.fails) throw new ApiFailure({ kind: 'server', status: 500, message: 'no' });
  };
  const client = {
    listWorkflows: async () => service.list,
    getWorkflow: async (id: string) => {
      service.requested.push(id);
      check();
      const { details, gate } = service;
      await gate;
      return details;
    },
    setWorkflowStatus: async (_id: string, status: string) => {
      check();
      await service.changeGate;
      service.details = { ...service.details, status };
      return { message: null, status };
    },
    publish: async (_id: string, { version_id }: { version_id: string }) => {
      service.published.push(version_id);
      await service.changeGate;
      check();
      service.versions = service.versions.map((one) => ({ ...one, state: 'published' }));
      return { message: null };
    },
    listVersions: async (_id: string, { page = 1, limit = 20 }: PageQuery) => {
      check();
      const { versions: all, gate } = service;
      await gate;
      return { items: all.slice((page - 1) * limit, page * limit), total: all.length, page, limit };
    },
  };
  const session = sessionOf(client);
  return { service, store: session.workflows, versions: session.versions, session };
}

const seen = () => true;

describe('a refresh', () => {
  test('requests details again if updated_at is the same and shows the cached ones until then', async () => {
    const { service, store } = setUp();
    await store.refresh();
    await store.loadDetails(['wf_1'], seen);
    service.details = { ...workflowDetails, status: 'disabled', next_run_at: '2026-05-01T00:00:00Z' };
    await store.refresh();
    expect(store.get('wf_1')?.details).toMatchObject({ status: 'enabled' });
    await store.loadDetails(['wf_1'], seen);
    expect(store.get('wf_1')?.details).toEqual(service.details);
    expect(await store.detail('wf_1')).toEqual(service.details);
  });

  test('ignores details that were requested before it and arrive after it', async () => {
    const { service, store } = setUp();
    await store.refresh();
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    const early = store.loadDetails(['wf_1'], seen);
    service.gate = undefined;
    service.details = { ...workflowDetails, active_version_id: 'ver_2' };
    await store.refresh();
    await store.loadDetails(['wf_1'], seen);
    resolve();
    await early;
    expect(store.get('wf_1')?.details?.active_version_id).toBe('ver_2');
  });

  test('adds versions created elsewhere and removes deleted ones', async () => {
    const { service, versions } = setUp();
    await versions.ensure('wf_1');
    service.versions = [version(2), version(3)];
    await versions.ensure('wf_1');
    expect(versions.versions('wf_1').map(({ id }) => id)).toEqual(['ver_1']);
    versions.expire();
    await versions.ensure('wf_1');
    expect(versions.versions('wf_1').map(({ id }) => id)).toEqual(['ver_3', 'ver_2']);
  });

  test('keeps the cached versions and reports the error when a request fails', async () => {
    const { service, versions } = setUp();
    await versions.ensure('wf_1');
    versions.expire();
    service.fails = true;
    await expect(versions.ensure('wf_1')).rejects.toThrow('no');
    expect(versions.versions('wf_1')).toHaveLength(1);
    service.fails = false;
    service.versions = [version(1), version(2)];
    await versions.ensure('wf_1');
    expect(versions.versions('wf_1')).toHaveLength(2);
  });

  test('loads as many pages of versions as before', async () => {
    const { service, versions } = setUp();
    service.versions = Array.from({ length: 50 }, (_, index) => version(index + 1));
    await versions.ensure('wf_1');
    await versions.loadMore('wf_1');
    expect(versions.versions('wf_1')).toHaveLength(40);
    versions.expire();
    await versions.ensure('wf_1');
    expect(versions.versions('wf_1')).toHaveLength(40);
    expect(versions.hasMore('wf_1')).toBe(true);
  });
});

describe('a change of a workflow', () => {
  /** Requests details whose response waits until the test resolves it. */
  async function requestSlowly({ service, store }: ReturnType<typeof setUp>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    const loading = store.loadDetails(['wf_1'], seen);
    await settle();
    service.gate = undefined;
    return () => {
      resolve();
      return loading;
    };
  }

  async function setUpStale() {
    const all = setUp();
    await all.store.refresh();
    await all.store.loadDetails(['wf_1'], seen);
    await all.store.refresh();
    return all;
  }

  test('ignores details that were requested before it and arrive after it', async () => {
    const all = await setUpStale();
    const respond = await requestSlowly(all);
    await all.store.setStatus('wf_1', 'disabled');
    await respond();
    expect(all.store.get('wf_1')?.details?.status).toBe('disabled');
  });

  test('ignores details that were requested while it was pending', async () => {
    const all = await setUpStale();
    const { promise, resolve } = Promise.withResolvers<void>();
    all.service.changeGate = promise;
    const changing = all.store.setStatus('wf_1', 'disabled');
    const respond = await requestSlowly(all);
    resolve();
    await changing;
    await respond();
    expect(all.store.get('wf_1')?.details?.status).toBe('disabled');
  });

  test('ignores details that were requested before a publish and arrive after it', async () => {
    const all = await setUpStale();
    const respond = await requestSlowly(all);
    all.store.setActiveVersion('wf_1', 'ver_2');
    await respond();
    expect(all.store.get('wf_1')?.details?.active_version_id).toBe('ver_2');
  });

  test('requests details again whose response it dropped, if none are shown', async () => {
    const all = setUp();
    await all.store.refresh();
    const respond = await requestSlowly(all);
    await all.store.setStatus('wf_1', 'disabled');
    await respond();
    expect(all.store.get('wf_1')?.details?.status).toBe('disabled');
    expect(all.service.requested).toHaveLength(2);
  });

  test('requests the details again when they are next shown', async () => {
    const { service, store } = setUp();
    await store.refresh();
    await store.loadDetails(['wf_1'], seen);
    await store.setStatus('wf_1', 'disabled');
    service.details = { ...service.details, next_run_at: '2026-05-01T00:00:00Z' };
    await store.loadDetails(['wf_1'], seen);
    expect(store.get('wf_1')?.details).toEqual(service.details);
  });

  test('is sent after an earlier one of the same workflow, so the last one wins', async () => {
    const { service, store } = await setUpStale();
    const { promise, resolve } = Promise.withResolvers<void>();
    service.changeGate = promise;
    const changes = [store.setStatus('wf_1', 'disabled'), store.setStatus('wf_1', 'enabled')];
    service.changeGate = undefined;
    await settle();
    expect(service.details).toMatchObject({ status: workflowDetails.status });
    expect(store.get('wf_1')?.details?.status).toBe('enabled');
    resolve();
    await Promise.all(changes);
    expect(service.details).toMatchObject({ status: 'enabled' });
    expect(store.get('wf_1')?.details?.status).toBe('enabled');
  });

  test('is reverted to the last status that the service confirmed', async () => {
    const { service, store } = await setUpStale();
    const { promise, resolve } = Promise.withResolvers<void>();
    service.changeGate = promise;
    const first = store.setStatus('wf_1', 'disabled');
    const second = store.setStatus('wf_1', 'enabled').catch(() => 'failed');
    await settle();
    service.fails = true;
    resolve();
    await first;
    expect(await second).toBe('failed');
    expect(store.get('wf_1')?.details?.status).toBe('disabled');
  });

  test('keeps current details if it fails', async () => {
    const { service, store } = setUp();
    await store.refresh();
    await store.loadDetails(['wf_1'], seen);
    service.fails = true;
    await expect(store.setStatus('wf_1', 'disabled')).rejects.toThrow('no');
    expect(store.get('wf_1')).toMatchObject({ details: workflowDetails, isStale: false });
  });
});

describe('"Load More" of versions', () => {
  test('continues from the newest revision if the service sends the oldest first', async () => {
    const { service, versions } = setUp();
    service.versions = Array.from({ length: 45 }, (_, index) => version(index + 1));
    await versions.ensure('wf_1');
    const revisions = () => versions.versions('wf_1').map(({ revision }) => revision);
    expect([revisions()[0], revisions().at(-1)]).toEqual([45, 26]);
    await versions.loadMore('wf_1');
    expect([revisions()[0], revisions().at(-1)]).toEqual([45, 6]);
  });

  test('finds versions that moved to a loaded page, and removes those that were deleted', async () => {
    const { service, versions } = setUp();
    service.versions = Array.from({ length: 25 }, (_, index) => version(25 - index));
    await versions.ensure('wf_1');
    service.versions = service.versions.slice(1);
    await versions.loadMore('wf_1');
    expect(versions.versions('wf_1')).toEqual(service.versions);
    expect(versions.hasMore('wf_1')).toBe(false);
  });
});

describe('a publish', () => {
  test('is sent after an earlier one of the same workflow, even if that fails', async () => {
    const { service, versions } = setUp();
    const { promise, reject } = Promise.withResolvers<void>();
    service.changeGate = promise;
    const first = versions.publish('wf_1', { version_id: 'ver_1' });
    await settle();
    service.changeGate = undefined;
    const second = versions.publish('wf_1', { version_id: 'ver_2' });
    await versions.publish('wf_2', { version_id: 'ver_3' });
    expect(service.published).toEqual(['ver_1', 'ver_3']);
    reject(new ApiFailure({ kind: 'network', message: 'no' }));
    await expect(first).rejects.toThrow();
    await second;
    expect(service.published).toEqual(['ver_1', 'ver_3', 'ver_2']);
  });

  test('keeps the name of the version that becomes active', async () => {
    const { versions } = setUp();
    await versions.ensure('wf_1');
    await versions.publish('wf_1', { version_id: version(1).id });
    expect(versions.versions('wf_1')).toEqual([]);
    expect(versions.known(version(1).id)?.display_name).toBe(version(1).display_name);
  });

  test('keeps the page of another workflow that was loading', async () => {
    const { service, versions } = setUp();
    service.versions = Array.from({ length: 30 }, (_, index) => version(index + 1));
    await versions.ensure('wf_1');
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    const loading = versions.loadMore('wf_1');
    await versions.publish('wf_2', { version_id: 'ver_1' });
    resolve();
    await loading;
    expect(versions.versions('wf_1')).toHaveLength(30);
  });

  test.each(['ensure', 'loadMore'] as const)('shows its states even if %s was pending', async (load) => {
    const { service, versions } = setUp();
    service.versions = Array.from({ length: 30 }, (_, index) => version(index + 1));
    if (load === 'loadMore') await versions.ensure('wf_1');
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    const loading = versions[load]('wf_1');
    await versions.publish('wf_1', { version_id: 'ver_1' });
    service.gate = undefined;
    resolve();
    await loading;
    expect(new Set(versions.versions('wf_1').map(({ state }) => state))).toEqual(new Set(['published']));
  });
});

describe('an account change', () => {
  test('drops queued requests for workflows of the previous account', async () => {
    const { service, store, session } = setUp();
    service.list = Array.from({ length: 10 }, (_, index) => ({ ...workflow, id: `wf_${index}` }));
    await store.refresh();
    const { promise, resolve } = Promise.withResolvers<void>();
    service.gate = promise;
    const loading = store.loadDetails(
      service.list.map(({ id }) => id),
      seen,
    );
    await settle();
    expect(service.requested).toHaveLength(4);
    session.dispose();
    resolve();
    await loading;
    expect(service.requested).toHaveLength(4);
  });

  test.each(['ensure', 'loadMore'] as const)(
    'drops versions that %s requested for the previous account',
    async (load) => {
      const { service, versions, session } = setUp();
      service.versions = Array.from({ length: 30 }, (_, index) => version(index + 1));
      if (load === 'loadMore') await versions.ensure('wf_1');
      const before = versions.versions('wf_1').length;
      const { promise, resolve } = Promise.withResolvers<void>();
      service.gate = promise;
      const loading = versions[load]('wf_1');
      session.dispose();
      resolve();
      await expect(loading).rejects.toMatchObject({ error: { kind: 'canceled' } });
      expect(versions.versions('wf_1')).toHaveLength(before);
    },
  );
});
