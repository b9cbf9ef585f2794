/**
 * textDocument/codeAction: moves a secret into the project's `.env`, if the project's `.gitignore` lists that file.
 * Otherwise, only the fix that removes the value is offered. Git may still track a file that was added before it was
 * listed, so the title doesn't promise more.
 */
import * as l10n from '@vscode/l10n';
import ignore from 'ignore';
import type { ClientCapabilities, CodeAction, CreateFile, TextDocumentEdit } from 'vscode-languageserver';
import { rangeOf } from '../../config/servers/open-document.ts';
import { entryAt } from '../../config/servers/server-names.ts';
import { lineBreakOf } from '../../config/text/indentation.ts';
import { touches } from '../../config/text/json.ts';
import type { Files } from '../../files/files.ts';
import { childUri } from '../../files/uris.ts';
import { secretAt } from '../../rules/secrets.ts';
import type { View } from '../../workspace/workspace.ts';
import { quickFix } from '../announced-kinds.ts';

/** @param offset where the code action was requested */
export async function secretActions(
  { document, place }: View,
  offset: number,
  files: Files,
  { workspace }: ClientCapabilities,
): Promise<readonly CodeAction[]> {
  const { documentChanges, resourceOperations } = workspace?.workspaceEdit ?? {};
  if (documentChanges !== true || resourceOperations?.includes('create') !== true) return [];
  const entry = entryAt(document.config, offset);
  const text = entry?.texts.find(({ node }) => touches(node, offset));
  const found = entry && text && secretAt(text, entry);
  if (found?.better === undefined || place.project === undefined) return [];
  const line = lineFor(found.variable, found.secret);
  const file = childUri(place.project, '.env');
  await files.load?.([childUri(place.project, '.gitignore'), file], true);
  const addition = line === undefined ? undefined : additionTo(files, place.project, file, line);
  if (addition === undefined || text === undefined) return [];
  const title = l10n.t('Use {0} and move the value to .env (listed in .gitignore)', `\${${found.variable}}`);
  const textDocument = { uri: document.uri, version: document.text.version };
  const edits = [{ range: rangeOf(document, text.node), newText: JSON.stringify(found.better) }];
  return [{ title, kind: quickFix, edit: { documentChanges: [...addition, { textDocument, edits }] } }];
}

/** Returns the line for `.env`; undefined for a value that not every parser of such files would read correctly. */
function lineFor(name: string, value: string): string | undefined {
  if (/[\r\n'"\\`$]/.test(value)) return undefined;
  return /^[\w@%+=:,./-]+$/.test(value) ? `${name}=${value}` : `${name}='${value}'`;
}

type Edits = readonly (CreateFile | TextDocumentEdit)[];

/**
 * Returns the edits that add a line to `.env`; undefined if `.gitignore` doesn't list the file, if it can't be read,
 * or if it has another value for the variable.
 */
function additionTo(files: Files, project: string, uri: string, line: string): Edits | undefined {
  const rules = files.read(childUri(project, '.gitignore'));
  if (rules === undefined || !ignore().add(rules).ignores('.env')) return undefined;
  const textDocument = { uri, version: null };
  // The start of the file is valid even if the editor has unsaved changes.
  const start = { line: 0, character: 0 };
  const insert = (newText: string) => ({ textDocument, edits: [{ range: { start, end: start }, newText }] });
  if (files.kind(uri) === undefined) return [{ kind: 'create', uri }, insert(`${line}\n`)];
  const text = files.read(uri);
  if (text === undefined) return undefined;
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.includes(line)) return [];
  const name = line.slice(0, line.indexOf('=') + 1);
  if (lines.some((other) => other.replace(/^\s*(?:export\s+)?/, '').startsWith(name))) return undefined;
  return [insert(line + lineBreakOf(text))];
}
