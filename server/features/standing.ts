/** What hover and completion know beyond the document, and how it is said in Markdown. */
import { type Effective, type EffectiveServer, stateInWords } from '../config/effective.ts';
import type { SourceFile } from '../config/source-file.ts';
import type { VariableUse } from '../config/variable-uses.ts';
import { asText, code } from './markdown.ts';

/** What lies around a document. */
export interface Knowledge {
  /** The document among the files; see `View`. */
  readonly file: SourceFile;
  readonly effective: Effective | undefined;
  /** Names of the environment variables that the server's own process has. */
  readonly variables: readonly string[];
}

/** Where a server of this file comes from, whether it is in effect, and who else defines it. */
export function standingText(name: string, { file, effective }: Knowledge): string {
  const server = effective?.find(file.source.uri, name);
  if (effective === undefined || server === undefined) return 'The agent does not read this file from where it is.';
  const others = effective.named(name).filter((other) => other !== server);
  const lines = [asText(stateInWords(server)), sourceText(server)];
  if (others.length > 0) lines.push(`Other definitions:\n${others.map(definitionLine).join('\n')}`);
  return lines.join('\n\n');
}

function sourceText({ source }: EffectiveServer): string {
  const level = source.level === 'project' ? 'project level' : 'user level';
  const owner = source.kind === 'imported' ? `imported from ${source.tool}` : 'agent-owned';
  return `Source: ${code(source.label)} (${level}, ${owner})`;
}

function definitionLine(server: EffectiveServer): string {
  return `- ${code(server.source.label)}: ${asText(stateInWords(server))}`;
}

/** What a name in one of the lists does. */
export function listedText(list: string, name: string, { file, effective }: Knowledge): string {
  const what =
    list === 'disabledServers'
      ? `Hides every server called ${code(name)}, wherever it is defined.`
      : `Uses ${code(name)} even where its own entry says \`"enabled": false\`; \`disabledServers\` still wins.`;
  const counts = file.source.kind === 'agent' && file.source.level === 'user';
  const nothing = counts
    ? []
    : ['In this file the list does nothing: the agent reads it from the user-level file only.'];
  const definitions = effective?.named(name) ?? [];
  const where =
    definitions.length > 0
      ? `Defined in:\n${definitions.map(definitionLine).join('\n')}`
      : 'No file that the agent reads here defines it.';
  return [what, ...nothing, where].join('\n\n');
}

/** Set or unset; the value is nobody's business. */
export function variableText({ name, fallback }: VariableUse, { variables }: Knowledge): string {
  const shown = code(`\${${name}}`);
  if (variables.includes(name)) return `${shown} is set in the environment of this editor.`;
  return fallback === undefined
    ? `${shown} is not set in the environment of this editor. Without a default it stays as it is written.`
    : `${shown} is not set in the environment of this editor: the default behind \`:-\` is used.`;
}
