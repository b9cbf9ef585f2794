/** Made-up results of connection tests. */

import type { CapabilityItem } from '../../../common/connection-test/capabilities.ts';
import type { TestResult } from '../../../common/connection-test/result.ts';
import type { ServerDefinition } from '../../../common/messages/server-definition.ts';
import { emptyLock, type Lock, lockText, withLocked } from '../../../common/tool-lock/lock.ts';
import { lockServer } from '../../../common/tool-lock/lock-server.ts';

export const definition: ServerDefinition = { name: 'a', transport: 'stdio', command: 'a-server', args: [], env: {} };

export function tested(more: Partial<TestResult> = {}): TestResult {
  return {
    transport: 'stdio',
    server: { name: 'a', version: '1.0.0' },
    revisions: ['2025-11-25'],
    extensions: [],
    instructions: undefined,
    flaws: [],
    initialized: 1,
    tools: undefined,
    prompts: undefined,
    resources: undefined,
    resourceTemplates: undefined,
    survivors: [],
    leftOut: [],
    unset: [],
    ...more,
  };
}

export const tool = (name: string, fields: Readonly<Record<string, unknown>> = {}): CapabilityItem => ({
  name,
  fields,
});

/** Returns the text of a lock with one server. */
export async function lockOf(result: TestResult, name = 'a', lock: Lock = emptyLock): Promise<string> {
  return lockText(withLocked(lock, new Map([[name, await lockServer(result, definition)]])));
}
