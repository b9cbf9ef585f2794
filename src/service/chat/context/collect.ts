/** Creates attachments from editors, files in the workspace, and diagnostics. */
import {
  type Diagnostic,
  DiagnosticSeverity,
  env,
  FileType,
  l10n,
  languages,
  Position,
  Range,
  TabInputText,
  type TextEditor,
  Uri,
  window,
  workspace,
} from 'vscode';
import { describeFailure } from '../../../shared/text/failure-text.ts';
import { formatNumber } from '../../../shared/text/format.ts';
import { attachedImageExtensions, imageTooLarge, isTextFile, maxImageSize, messageLimits } from '../messages.ts';
import type { Attachment } from '../record.ts';
import { imageType, lineRange, newAttachment, newImage, refuse } from './attachment.ts';

/** Maximum number of names from a folder, and of problems from a file. */
const maxLines = 500;

/** Returns the selected text of an editor; undefined if nothing is selected. */
export function fromSelection(editor: TextEditor | undefined): Attachment | undefined {
  if (!editor || editor.selection.isEmpty) return undefined;
  const { document, selection } = editor;
  // A selection that ends at the beginning of a line doesn't include that line.
  const { start } = selection;
  const end =
    selection.end.character === 0 && selection.end.line > start.line
      ? new Position(selection.end.line - 1, Number.MAX_SAFE_INTEGER)
      : selection.end;
  const text = document.getText(document.validateRange(new Range(start, end)));
  const label = `${nameOf(document.uri)}:${lineRange(start.line + 1, end.line + 1)}`;
  return checked(newAttachment('selection', label, text, document.languageId));
}

/** Reads a file, including unsaved changes. For a folder, returns the names in it. */
export async function fromUri(uri: Uri): Promise<Attachment | undefined> {
  const label = nameOf(uri);
  try {
    const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open) return checked(newAttachment('file', label, open.getText(), open.languageId));
    const { type, size } = await workspace.fs.stat(uri);
    if (type & FileType.Directory) return await fromFolder(uri);
    const extension = /\.([^./]+)$/.exec(uri.path)?.[1] ?? '';
    if (size > maxImageSize) {
      const isImage = attachedImageExtensions.includes(extension.toLowerCase());
      return refuse(isImage ? imageTooLarge(label, size) : tooLarge(label, size));
    }
    const bytes = await workspace.fs.readFile(uri);
    const image = imageType(bytes);
    if (image !== undefined) return newImage(label, image, bytes);
    if (!isTextFile(bytes)) return refuse(l10n.t("{0} isn't a text file. Only text can be attached.", label));
    return checked(newAttachment('file', label, new TextDecoder().decode(bytes), extension));
  } catch (error) {
    return refuse(l10n.t("Couldn't read {0}: {1}", label, describeFailure(error)));
  }
}

async function fromFolder(uri: Uri): Promise<Attachment | undefined> {
  const entries = await workspace.fs.readDirectory(uri);
  const names = entries.map(([name, type]) => (type & FileType.Directory ? `${name}/` : name)).sort();
  const more = names.length > maxLines ? [`… ${names.length - maxLines} more`] : [];
  return checked(newAttachment('folder', `${nameOf(uri)}/`, [...names.slice(0, maxLines), ...more].join('\n')));
}

/** Reads dropped URIs. Only those in the workspace are read, because messages from the page are untrusted. */
export async function fromUris(addresses: readonly string[]): Promise<Attachment[]> {
  const found: Attachment[] = [];
  for (const address of addresses) {
    if (!URL.canParse(address)) continue;
    const uri = localUri(Uri.parse(address));
    const isInWorkspace = !uri.path.split('/').includes('..') && workspace.getWorkspaceFolder(uri) !== undefined;
    if (!isInWorkspace) refuse(l10n.t("{0} isn't in this workspace, so it wasn't read.", nameOf(uri)));
    const one = isInWorkspace ? await fromUri(uri) : undefined;
    if (one) found.push(one);
  }
  return found;
}

/**
 * The workbench names a file of a remote window by its remote authority, this extension host on the remote machine by its
 * path.
 */
function localUri(uri: Uri): Uri {
  const isOfThisWindow = uri.scheme === 'vscode-remote' && uri.authority.split('+')[0] === env.remoteName;
  const local = isOfThisWindow ? uri.with({ scheme: 'file', authority: '' }) : uri;
  return workspace.getWorkspaceFolder(uri) === undefined ? local : uri;
}

/** Returns the diagnostics of a file. */
export function fromProblems(uri: Uri): Attachment | undefined {
  const problems = languages.getDiagnostics(uri);
  if (problems.length === 0) return refuse(l10n.t('No problems found in {0}.', nameOf(uri)));
  const lines = problems.slice(0, maxLines).map(problemLine);
  return checked(newAttachment('problems', nameOf(uri), lines.join('\n')));
}

function problemLine({ range, severity, message, source, code }: Diagnostic): string {
  const { line, character } = range.start;
  const from = [source, typeof code === 'object' ? code.value : code].filter((part) => part !== undefined).join(' ');
  const what = DiagnosticSeverity[severity]?.toLowerCase() ?? 'problem';
  return `${line + 1}:${character + 1} ${what}: ${message}${from === '' ? '' : ` (${from})`}`;
}

/** Returns the active text editor; a visible one if the chat itself is the active editor. */
export function activeEditor(): TextEditor | undefined {
  return window.activeTextEditor ?? window.visibleTextEditors[0];
}

/** Returns the file of the active editor, text or not; of a visible one if the chat itself is the active editor. */
export function activeUri(): Uri | undefined {
  const tab = window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = typeof tab === 'object' && tab !== null && 'uri' in tab ? tab.uri : undefined;
  return uri instanceof Uri ? uri : activeEditor()?.document.uri;
}

/** Returns the files of all editor tabs, active ones first. */
export function openFiles(): Uri[] {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  const found = new Map<string, Uri>();
  for (const { input } of [...tabs.filter(({ isActive }) => isActive), ...tabs])
    if (input instanceof TabInputText) found.set(input.uri.toString(), input.uri);
  return [...found.values()];
}

/** Returns the files of the workspace, at most 5,000. */
export function findFiles(): Thenable<Uri[]> {
  return workspace.findFiles('**/*', undefined, 5000);
}

export function nameOf(uri: Uri): string {
  return workspace.asRelativePath(uri, (workspace.workspaceFolders?.length ?? 0) > 1) || uri.path;
}

function checked(attachment: Attachment): Attachment | undefined {
  if (attachment.text.length <= messageLimits.attachment) return attachment;
  return refuse(tooLarge(attachment.label, attachment.text.length));
}

function tooLarge(label: string, size: number): string {
  return l10n.t(
    '{0} is too large to attach: {1} characters (about {2} tokens). The limit is {3} characters.',
    label,
    formatNumber(size),
    formatNumber(Math.ceil(size / 4)),
    formatNumber(messageLimits.attachment),
  );
}
