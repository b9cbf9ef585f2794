/** textDocument/inlayHint: the state of each server, unless it's in effect by default. */
import * as l10n from '@vscode/l10n';
import type { InlayHint } from 'vscode-languageserver';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import { endOf, type Span } from '../config/text/json.ts';
import { caveatOf, stateBesideText } from '../doctor/caveat.ts';
import { withCause } from '../doctor/chain.ts';
import type { ChainContext } from '../doctor/context.ts';
import type { View } from '../workspace/workspace.ts';

/**
 * Returns the hints of the servers that overlap or touch a range.
 * @param context that of the view's agent, without what diagnostics report: missing variables and programs
 */
export function hintsOf({ document, file, effective }: View, within: Span, context: ChainContext): InlayHint[] {
  const hints: InlayHint[] = [];
  for (const { key, value, name } of document.config.liveServers) {
    if (value === undefined || endOf(value) < within.offset || key.offset > endOf(within)) continue;
    // After the opening brace: a hint before the colon would separate the key from its value.
    const position = document.text.positionAt(value.type === 'object' ? value.offset + 1 : endOf(value));
    const found = effective?.find(file.source.uri, name);
    if (found === undefined) continue;
    const server = withCause(found, context);
    const caveat = caveatOf(server, context);
    if (caveat === undefined && server.reason.kind === 'used') continue;
    const label = caveat === undefined ? stateLabel(server) : l10n.t('in effect, but …');
    hints.push({
      position,
      label,
      tooltip: l10n.t('{0}.', stateBesideText(server, caveat)),
      paddingLeft: true,
      paddingRight: true,
    });
  }
  return hints;
}

const stateLabels: Readonly<Record<EffectiveServer['state'], () => string>> = {
  overridden: () => l10n.t('overridden'),
  pending: () => l10n.t('pending approval'),
  inEffect: () => l10n.t('enabled by "enabledServers"'),
  disabled: () => l10n.t('disabled'),
  invalid: () => l10n.t('invalid'),
  unknown: () => l10n.t('not known'),
};

function stateLabel({ state, reason }: EffectiveServer): string {
  return 'by' in reason ? l10n.t('overridden by {0}', reason.by.source.label) : stateLabels[state]();
}
