/** The links of a chain before their places are located in files. */
import type { ChainLink, LinkKind } from '../../common/messages/diagnosis.ts';
import type { AgentStep } from '../agents/next-step.ts';
import type { Span } from '../config/text/json.ts';

export interface LinkPlace {
  readonly uri: string;
  readonly span: Span;
}

export interface Link extends Omit<ChainLink, 'location'> {
  readonly at?: LinkPlace | undefined;
  /** What the user can do if it's broken, or may be. */
  readonly step?: AgentStep | undefined;
}

export const holds = (kind: LinkKind, text: string, at?: LinkPlace): Link => ({ kind, state: 'holds', text, at });

export const uncertain = (kind: LinkKind, text: string, at?: LinkPlace, step?: AgentStep): Link => ({
  ...{ kind, state: 'unknown', text, at },
  step,
});

export const partial = (kind: LinkKind, text: string, at: LinkPlace, step: AgentStep | undefined): Link => ({
  ...{ kind, state: 'partial', text, at },
  step,
});

export const broken = (kind: LinkKind, text: string, step: AgentStep | undefined, at?: LinkPlace): Link => ({
  ...{ kind, state: 'broken', text, at },
  step,
});
