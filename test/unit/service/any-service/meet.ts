/** A varied service, and an account of it. */
import { createClient } from '../../../../src/service/api/index.ts';
import { type Run, type Service, startService } from '../../../service/index.ts';
import { TestAccounts } from '../../session.ts';

export interface Met {
  readonly service: Service;
  readonly accounts: TestAccounts;
  /** Runs that the account can see, newest first. */
  readonly runs: readonly Run[];
}

export async function meet(seed: number): Promise<Met> {
  const service = await startService({ seed });
  const { workflows, runs } = service.state;
  const accounts = new TestAccounts(createClient({ baseUrl: service.url, apiKey: service.key }));
  const now = Date.now();
  const own = [...runs.values()].filter(
    ({ workflowId, createdAt }) => workflows.get(workflowId)?.own === true && createdAt <= now,
  );
  return { service, accounts, runs: own.sort((one, other) => other.createdAt - one.createdAt) };
}
