import type { AskServer } from '../client.ts';
import type { Reports } from './report.ts';

/** What every command of this folder works with. */
export interface Tools {
  readonly ask: AskServer;
  readonly reports: Reports;
}
