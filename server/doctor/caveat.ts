/** What is wrong with a server in effect: one sentence for views, tables, and hints, from the chain that a diagnosis shows. */
import * as l10n from '@vscode/l10n';
import { andList, quote } from '../config/language.ts';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import { agentStateInWords } from '../config/oh-my-pi/state-text.ts';
import type { LostProperty } from '../config/servers/connection.ts';
import { chainLinks } from './chain.ts';
import type { ChainContext } from './context.ts';
import type { Link } from './link.ts';

export interface Caveat {
  /** Without the state: `without "headers"`. */
  readonly why: string;
  /** With it: `In effect, but without "headers"`. */
  readonly text: string;
}

/** Returns the first link that doesn't hold of a server in effect; undefined for others, and if none is known to be broken. */
export function caveatOf(
  server: EffectiveServer,
  context: ChainContext,
  links: readonly Link[] = chainLinks(server, context),
): Caveat | undefined {
  if (server.state !== 'inEffect') return undefined;
  const link = links.find(({ state }) => state === 'partial' || state === 'broken');
  const loss = link?.state === 'partial' ? lossInWords(server.definition.connection.lost) : undefined;
  if (loss !== undefined) return loss;
  const why = link?.text.replace(/\.$/, '');
  return why === undefined ? undefined : { why, text: l10n.t('In effect, but: {0}', why) };
}

/** Returns the state of a server for display next to the text of a file: "Codex: In effect, but without …". */
export const stateBesideText = (server: EffectiveServer, caveat: Caveat | undefined): string =>
  caveat === undefined ? agentStateInWords(server) : l10n.t('{0}: {1}', server.agent, caveat.text);

function lossInWords(lost: readonly LostProperty[] = []): Caveat | undefined {
  const off = lost.find((each) => each.off !== undefined)?.off;
  if (off !== undefined) {
    const why = l10n.t('although it has {0}', off);
    return { why, text: l10n.t('In effect, {0}', why) };
  }
  if (lost.length === 0) return undefined;
  const why = l10n.t('without {0}', andList(lost.map(({ path }) => quote(path))));
  return { why, text: l10n.t('In effect, but {0}', why) };
}
