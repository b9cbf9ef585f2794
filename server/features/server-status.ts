/** The status of servers, lists, and variables as Markdown, for hover and completion. */
import * as l10n from '@vscode/l10n';
import { groupBy } from '../../common/group-by.ts';
import { hasLists } from '../agents/oh-my-pi.ts';
import type { EffectiveServer, EffectiveServers } from '../config/oh-my-pi/effective.ts';
import { stateInWords } from '../config/oh-my-pi/state-text.ts';
import type { VariableUse } from '../config/variables/variable-uses.ts';
import { caveatOf, stateBesideText } from '../doctor/caveat.ts';
import { withCause } from '../doctor/chain.ts';
import type { ChainContext } from '../doctor/context.ts';
import type { View } from '../workspace/workspace.ts';
import { code, escapeMarkdown } from './markdown.ts';

/** A document with the files and the environment around it. */
export interface DocumentContext extends View {
  /** Names of the environment variables of the language server's process. */
  readonly variables: readonly string[];
  /** What the chains of the servers are made of; absent where no state is shown. */
  readonly chain?: ChainContext | undefined;
  /** Names of the folders in a folder; absent if the workspace isn't trusted. */
  readonly folders?: ((uri: string) => readonly string[]) | undefined;
}

/** Returns the states at all places that a document applies to; those of its own place first. */
export function statesOf({ effective, elsewhere }: View): readonly EffectiveServers[] {
  return [effective, ...elsewhere.map((other) => other.effective)].filter((states) => states !== undefined);
}

/** Describes where a server of this file comes from, whether it's in effect, and where else it's defined. */
export function serverStatusText(name: string, { file, effective, agent, chain }: DocumentContext): string {
  const server = effective?.find(file.source.uri, name, file.source.section);
  if (effective === undefined || server === undefined)
    return l10n.t("{0} doesn't read files at this location.", agent.name);
  const others = effective.withName(name).filter((other) => other !== server);
  const shown = chain === undefined ? server : withCause(server, chain);
  const state = stateBesideText(shown, chain && caveatOf(server, chain));
  const lines = [escapeMarkdown(state), sourceText(server)];
  if (others.length > 0) lines.push(l10n.t('Other definitions:\n{0}', others.map(definitionLine).join('\n')));
  return lines.join('\n\n');
}

function sourceText({ source, agent }: EffectiveServer): string {
  const level = source.level === 'project' ? l10n.t('project level') : l10n.t('user level');
  const isImported = source.kind === 'imported' && source.tool !== agent;
  const owner = isImported ? l10n.t('imported from {0}', source.tool) : l10n.t('{0} file', agent);
  return l10n.t('Source: {0} ({1}, {2})', code(source.label), level, owner);
}

function definitionLine(server: EffectiveServer): string {
  return `- ${code(server.source.label)}: ${escapeMarkdown(stateInWords(server))}`;
}

/** Describes the effect of a name in one of the lists. */
export function listedText(list: string, name: string, known: DocumentContext): string {
  const what =
    list === 'disabledServers'
      ? l10n.t('Disables all servers named {0}, wherever they are defined.', code(name))
      : l10n.t('Enables {0} even if its entry has `"enabled": false`. `disabledServers` takes precedence.', code(name));
  const nothing = hasLists(known.file.source)
    ? []
    : [l10n.t('This list has no effect here. Oh My Pi reads it only from your user-level `mcp.json`.')];
  const all = statesOf(known).flatMap((states) => states.withName(name));
  // User-level files are in every place.
  const definitions = [...groupBy(all, ({ source }) => source.uri).values()].flatMap(([first]) => first ?? []);
  const where =
    definitions.length > 0
      ? l10n.t('Defined in:\n{0}', definitions.map(definitionLine).join('\n'))
      : l10n.t('Not defined in any file that Oh My Pi reads here.');
  return [what, ...nothing, where].join('\n\n');
}

/** Describes whether a variable is set. Its value is never shown. */
export function variableText({ name, fallback }: VariableUse, { variables }: DocumentContext): string {
  const shown = code(`\${${name}}`);
  if (variables.includes(name)) return l10n.t('{0} is set in the environment of the editor.', shown);
  return fallback === undefined
    ? l10n.t(
        "{0} isn't set in the environment of the editor. Without a default, the text is passed on unchanged.",
        shown,
      )
    : l10n.t("{0} isn't set in the environment of the editor. The default after `:-` is used.", shown);
}

/** Describes what overrides the timeouts of all servers; undefined if nothing does. */
export function timeoutText({ variables }: DocumentContext): string | undefined {
  return variables.includes('OMP_MCP_TIMEOUT_MS')
    ? l10n.t('`OMP_MCP_TIMEOUT_MS` is set in the environment of the editor. In Oh My Pi, it replaces this value.')
    : undefined;
}
