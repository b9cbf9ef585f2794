/** Result of a connection test. All names and texts are from the server, and are shown as plain text. */
import { statelessRevision } from '../protocol-revisions.ts';
import type { CapabilityItem, CapabilityKind } from './capabilities.ts';
import { type Flaw, isFatal } from './flaw.ts';

/** Kinds that the server doesn't support, or that couldn't be listed, are undefined. */
export interface TestResult extends Readonly<Record<CapabilityKind, readonly CapabilityItem[] | undefined>> {
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly server: { readonly name: string; readonly version: string };
  /** Revisions of the protocol that the server speaks, as far as known; the first one was used. */
  readonly revisions: readonly string[];
  /** Names of the extensions of the protocol that it supports. */
  readonly extensions: readonly string[];
  readonly instructions: string | undefined;
  readonly flaws: readonly Flaw[];
  /** Milliseconds from the start until the server was initialized. */
  readonly initialized: number;
  /** Processes of the server that couldn't be ended, such as `node (4711)`. */
  readonly survivors: readonly string[];
  readonly leftOut: readonly string[];
  readonly unset: readonly string[];
}

/** True if Oh My Pi can speak with a server of these revisions: `initialize` negotiates all earlier ones. */
export const speaksOhMyPiRevision = (revisions: readonly string[]): boolean =>
  revisions.some((revision) => revision < statelessRevision);

export const isUsable = ({ revisions, flaws }: Pick<TestResult, 'revisions' | 'flaws'>): boolean =>
  speaksOhMyPiRevision(revisions) && !flaws.some(isFatal);
