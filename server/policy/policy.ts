/** Servers that an organization allows, as Claude Code and GitHub Copilot define them (docs/policy.md). Plain data. */
import type { Span } from '../config/text/json.ts';
import type { UrlPattern } from './url-pattern.ts';

/** What an entry matches. A URL pattern also has its text as written. */
export type Matcher =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'command'; readonly commandLine: readonly string[] }
  | { readonly kind: 'url'; readonly text: string; readonly pattern: UrlPattern };

/** A range in a policy file. */
export interface PolicyPlace extends Span {
  readonly uri: string;
}

export interface PolicyEntry extends PolicyPlace {
  readonly matcher: Matcher;
}

/** The lists of one source. Several files can make up one source. */
export interface PolicyLayer {
  /** Name of the first file, for messages, such as `managed-settings.json`. */
  readonly label: string;
  /** Undefined: every server that isn't denied is allowed. */
  readonly allowed: { readonly at: PolicyPlace; readonly entries: readonly PolicyEntry[] } | undefined;
  /** Undefined: the source has no such list. */
  readonly denied: readonly PolicyEntry[] | undefined;
  /** True if queries and slashes at the end of denied URLs count. */
  readonly deniesExactly?: true;
}

/** Why a file can't be used as a policy, and where. */
export interface PolicyFault {
  readonly uri: string;
  readonly offset: number;
  readonly message: string;
}

/** All sources. Each can only make the policy stricter. */
export interface Policy {
  readonly layers: readonly PolicyLayer[];
  /** Faults of files that are ignored. The command line fails if there are any. */
  readonly faults: readonly PolicyFault[];
  /** What could be read of sources with faults. Some agents count it. */
  readonly faulty?: readonly (PolicyLayer & Pick<PolicyFault, 'uri'>)[];
}

export const noPolicy: Policy = { layers: [], faults: [] };
