/** What a panel and its host say to each other: one union each way, checked at both ends. */
import type { Picture } from './picture.ts';

export type * from './picture.ts';

export type ToHost =
  /** The panel's code runs: it wants `show`. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'refresh' }
  /** Opens the error of a step as a document. */
  | { readonly kind: 'openError'; readonly step: number; readonly side: 'left' | 'right' };

/** `words` are our own in the user's language. */
export type ToPanel = {
  readonly kind: 'show';
  readonly picture: Picture;
  readonly words: Readonly<Record<string, string>>;
};

/** The message in what a webview posted; undefined for anything that the host never offered. */
export function parseToHost(value: unknown): ToHost | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, step, side } = value as Record<string, unknown>;
  if (kind === 'ready' || kind === 'refresh') return { kind };
  if (kind !== 'openError' || !Number.isInteger(step) || Number(step) < 0) return undefined;
  return side === 'left' || side === 'right' ? { kind, step: Number(step), side } : undefined;
}

/** The window also hears messages that are not the host's. */
export function parseToPanel(value: unknown): ToPanel | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, picture, words } = value as Record<string, unknown>;
  const shown = typeof picture === 'object' && picture !== null && 'kind' in picture;
  if (kind !== 'show' || !shown || typeof words !== 'object' || words === null) return undefined;
  return value as ToPanel;
}
