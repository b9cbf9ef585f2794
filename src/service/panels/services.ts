import type { Runs } from '../runs/index.ts';
import type { ServiceSession } from '../session/session.ts';
import type { Workflows } from '../workflows/index.ts';

/** What the run and workflow panels use. They are closed with their session. */
export interface PanelServices {
  readonly session: ServiceSession;
  readonly workflows: Pick<Workflows, 'documents' | 'payloads'>;
  readonly runs: Pick<Runs, 'documents'>;
}
