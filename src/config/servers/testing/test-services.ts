/** What connection tests and the memory of their results use. */
import type { Memento } from 'vscode';
import type { ConfigLanguage } from '../../client/index.ts';
import type { ServerStore } from '../store.ts';
import type { ServerTree } from '../tree.ts';
import type { LaunchConsent } from './launch-consent.ts';
import type { TestResults } from './test-results.ts';

export interface TestServices {
  readonly config: ConfigLanguage;
  readonly store: ServerStore;
  readonly results: TestResults;
  readonly tree: ServerTree;
  readonly consent: LaunchConsent;
  /** Of this extension. */
  readonly version: string;
  /** State of the workspace. */
  readonly memory: Memento;
}
