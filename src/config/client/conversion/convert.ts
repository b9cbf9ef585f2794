/** Convert to Agent Format: rewrites a config of Oh My Pi in place, or imports from another tool's file. */

import { l10n, Range, type Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { formatNames } from '../../../../common/generated/tools.ts';
import { parseJson } from '../../../../common/text/json.ts';
import { applyEdit } from '../../../shared/editing/workspace-edit.ts';
import { showStatus } from '../../../shared/notifications.ts';
import { isConfigDocument } from '../config-documents.ts';
import { requestConversion, showResult, sourceOf } from './add-servers.ts';
import { importFrom, importServers } from './import.ts';
import type { Tools } from './report.ts';

/** @param uri the document; if absent, the active editor's, or a source that the user selects */
export async function convertDocument(tools: Tools, uri: Uri | undefined): Promise<void> {
  const shown = window.activeTextEditor?.document;
  const document = uri === undefined ? shown : await workspace.openTextDocument(uri);
  if (document === undefined) return importServers(tools);
  const source = sourceOf(document);
  if (!isConfigDocument(document)) return importFrom(tools, source);
  const { label } = source;
  const { version } = document;
  const result = await requestConversion(tools.sendRequest, source, { to: 'oh-my-pi' });
  const before = parseJson(document.getText());
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(parseJson(result.text))) {
    showStatus(l10n.t('{0} is already in Oh My Pi format.', label));
    return;
  }
  if (document.version !== version)
    throw new Error(l10n.t('{0} changed while it was being converted. Try again.', label));
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), result.text);
  await applyEdit(edit);
  await showResult(tools.reports, result, formatNames[result.dialect], label);
}
