/** The parts of the `vscode` module that unit tests need. vitest.config.ts replaces the real module with this one. */
import path from 'node:path';

type Listener = (value: unknown) => unknown;

export class EventEmitter {
  readonly #listeners = new Set<Listener>();
  readonly event = (listener: Listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: unknown): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  readonly #canceled = new EventEmitter();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#canceled.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#canceled.fire(undefined);
  }
  dispose(): void {
    this.#canceled.dispose();
  }
}

export const Disposable = {
  from: (...all: { dispose(): unknown }[]) => ({
    dispose: () => {
      for (const one of all) one.dispose();
    },
  }),
};

export const l10n = {
  t: (text: string, ...values: unknown[]) =>
    text.replace(/\{(\d+)\}/g, (whole, index) => String(values[Number(index)] ?? whole)),
  /** Translations, as the pages of webviews get them. */
  bundle: undefined as Record<string, string> | undefined,
};

const nothing = () => ({ dispose: () => undefined });

/** State of a window or of all of them. Values are copied, as they are when VS Code stores them. */
export class FakeMemento {
  readonly values: Map<string, unknown>;
  writes = 0;

  constructor(values: Iterable<readonly [string, unknown]> = []) {
    this.values = new Map(values);
  }

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  /** Returns the stored object itself, as VS Code does. */
  get<T>(key: string, fallback?: T): T | undefined {
    const value = this.values.get(key);
    return value === undefined ? fallback : (value as T);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.writes++;
    this.values.set(key, structuredClone(value));
  }
}

/** Settings by name, set by tests. */
export const settings = new Map<string, unknown>();
const configured = new EventEmitter();

/** Providers of read-only documents, by scheme. */
export const contentProviders = new Map<string, ContentProvider>();
type ContentProvider = { provideTextDocumentContent(uri: Uri): Promise<string> };

/** Closes a document. */
export const closeDocument = (uri: Uri) => closed.fire({ uri });
const closed = new EventEmitter();

export const workspace = {
  getWorkspaceFolder: (): { name: string } | undefined => undefined,
  getConfiguration: () => ({
    get: (name: string) => settings.get(name),
    update: async (name: string, value: unknown) => {
      settings.set(name, value);
      configured.fire({ affectsConfiguration: (one: string) => one === name });
    },
  }),
  onDidChangeConfiguration: configured.event,
  openTextDocument: async (uri: Uri) => ({ uri }),
  textDocuments: [],
  registerTextDocumentContentProvider: (scheme: string, provider: ContentProvider) => {
    contentProviders.set(scheme, provider);
    return nothing();
  },
  onDidCloseTextDocument: closed.event,
};

export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };

export const FileType = { File: 1, Directory: 2 };
export class FileSystemError extends Error {
  readonly code: string;
  private constructor(code: string) {
    super(code);
    this.code = code;
  }
  static FileNotFound(): FileSystemError {
    return new FileSystemError('FileNotFound');
  }
  static NoPermissions(): FileSystemError {
    return new FileSystemError('NoPermissions');
  }
}

/** URIs of the documents that were shown, newest last. */
export const opened: Uri[] = [];

/** Messages that were shown, newest last. */
export const shown: string[] = [];
/** Buttons that the user selects, one per message. */
export const chosen: string[] = [];
const show = async (text: string, ...buttons: unknown[]) => {
  shown.push(text);
  return buttons.includes(chosen[0]) ? chosen.shift() : undefined;
};

/** A URI that supports only joining paths. */
export class Uri {
  readonly path: string;
  readonly scheme: string;
  readonly query: string;
  readonly authority: string;
  private constructor(filePath: string, scheme = 'file', query = '', authority = '') {
    this.path = filePath;
    this.scheme = scheme;
    this.query = query;
    this.authority = authority;
  }
  static from(parts: { scheme: string; path: string; query: string; authority?: string }): Uri {
    return new Uri(parts.path, parts.scheme, parts.query, parts.authority);
  }
  static file(filePath: string): Uri {
    return new Uri(filePath);
  }
  static parse(address: string): Uri {
    const [, scheme, authority = '', rest = address] = /^([\w-]+):\/\/([^/]*)(.*)$/.exec(address) ?? [];
    return new Uri(rest, scheme, '', decodeURIComponent(authority));
  }
  static joinPath(base: Uri, ...more: string[]): Uri {
    return new Uri(path.posix.join(base.path, ...more));
  }
  get fsPath(): string {
    return this.path;
  }
  with(change: { scheme?: string; authority?: string; path?: string }): Uri {
    const { scheme = this.scheme, authority = this.authority, path: other = this.path } = change;
    return new Uri(other, scheme, this.query, authority);
  }
  toString(): string {
    return `file://${this.path}`;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: unknown;
  readonly end: unknown;
  /** From two positions, or from lines and characters. */
  constructor(...all: readonly unknown[]) {
    const [a, b, c, d] = all;
    [this.start, this.end] =
      all.length === 2
        ? all
        : [
            { line: a, character: b },
            { line: c, character: d },
          ];
  }
}

/** Steps of an edit, in order. */
export class WorkspaceEdit {
  readonly steps: ({ uri: Uri; contents: Uint8Array } | { uri: Uri; range: Range; text: string } | { uri: Uri })[] = [];
  createFile(uri: Uri, { contents }: { contents: Uint8Array }): void {
    this.steps.push({ uri, contents });
  }
  replace(uri: Uri, range: Range, text: string): void {
    this.steps.push({ uri, range, text });
  }
  deleteFile(uri: Uri): void {
    this.steps.push({ uri });
  }
}

export const TextEditorSelectionChangeKind = { Keyboard: 1, Mouse: 2, Command: 3 };
/** What `onDidChangeTextEditorSelection` reports. */
export const textSelection = new EventEmitter();

export const window = {
  createWebviewPanel: () => new FakePanel(),
  registerWebviewViewProvider: nothing,
  registerWebviewPanelSerializer: nothing,
  createTreeView: (_id: string, options: object) => ({
    visible: false,
    selection: [],
    onDidChangeVisibility: nothing,
    onDidChangeSelection: nothing,
    onDidCollapseElement: nothing,
    onDidExpandElement: nothing,
    ...options,
    dispose: () => undefined,
  }),
  withProgress: async (_options: object, work: (progress: object, token: object) => unknown) =>
    work({ report: () => undefined }, new CancellationTokenSource().token),
  state: { focused: true },
  onDidChangeWindowState: nothing,
  onDidChangeTextEditorSelection: textSelection.event,
  createOutputChannel: () => ({ info: nothing, warn: nothing, error: nothing, dispose: nothing }),
  activeTextEditor: undefined as unknown,
  visibleTextEditors: [] as unknown[],
  showWarningMessage: show,
  showInformationMessage: show,
  showErrorMessage: show,
  setStatusBarMessage: show,
  createStatusBarItem: () => ({ show: () => undefined, dispose: () => undefined }),
  showTextDocument: async ({ uri }: { uri: Uri }) => void opened.push(uri),
};

export const commands = { executeCommand: async () => undefined, registerCommand: nothing };
export const env = { language: 'en' };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const QuickInputButtons = { Back: {} };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export const CodeActionKind = { QuickFix: 'quickfix' };
export const extensions = { getExtension: (): unknown => undefined };
export const languages = { getLanguages: async () => ['typescript'], registerCodeActionsProvider: nothing };
export const lm = { registerMcpServerDefinitionProvider: nothing, registerTool: nothing };

export class McpHttpServerDefinition {
  readonly label: string;
  readonly uri: Uri;
  readonly headers: Record<string, string>;
  readonly version: string;
  constructor(label: string, uri: Uri, headers: Record<string, string>, version: string) {
    this.label = label;
    this.uri = uri;
    this.headers = headers;
    this.version = version;
  }
}

export class McpStdioServerDefinition {
  readonly label: string;
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string | number | null>;
  readonly version: string;
  constructor(label: string, command: string, args: string[], env: Record<string, string>, version: string) {
    this.label = label;
    this.command = command;
    this.args = args;
    this.env = env;
    this.version = version;
  }
}

export class TabInputText {
  readonly uri: Uri;
  constructor(uri: Uri) {
    this.uri = uri;
  }
}

export class TabInputTextDiff {
  readonly original: Uri;
  readonly modified: Uri;
  constructor(original: Uri, modified: Uri) {
    this.original = original;
    this.modified = modified;
  }
}

export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class ThemeColor extends ThemeIcon {}

export class MarkdownString {
  value: string;
  constructor(value = '') {
    this.value = value;
  }
  appendCodeblock(text: string, language = ''): this {
    this.value += `\n\`\`\`${language}\n${text}\n\`\`\`\n`;
    return this;
  }
}

export class CancellationError extends Error {}

export class LanguageModelTextPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelDataPart {
  readonly data: Uint8Array;
  readonly mimeType: string;
  constructor(data: Uint8Array, mimeType: string) {
    this.data = data;
    this.mimeType = mimeType;
  }
  static json(value: unknown, mimeType = 'application/json'): LanguageModelDataPart {
    return new LanguageModelDataPart(new TextEncoder().encode(JSON.stringify(value)), mimeType);
  }
}

export class LanguageModelToolResult {
  readonly content: readonly LanguageModelTextPart[];
  constructor(content: readonly LanguageModelTextPart[]) {
    this.content = content;
  }
}

export class LanguageModelError extends Error {
  readonly code: string;
  private constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
  static NoPermissions(message: string): LanguageModelError {
    return new LanguageModelError(message, 'NoPermissions');
  }
  static NotFound(message: string): LanguageModelError {
    return new LanguageModelError(message, 'NotFound');
  }
  static Blocked(message: string): LanguageModelError {
    return new LanguageModelError(message, 'Blocked');
  }
}

export const LanguageModelChatMessage = {
  User: (content: string) => ({ role: 1, content }),
  Assistant: (content: string) => ({ role: 2, content }),
};

export class TreeItem {
  readonly label: string;
  constructor(label: string) {
    this.label = label;
  }
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export const StatusBarAlignment = { Left: 1, Right: 2 };
export const ViewColumn = { Active: -1, Beside: -2 };

/** Where webviews load their files from. */
export const WEBVIEW_ORIGIN = 'https://webview.invalid';

/** All editor panels that were opened. */
export const panels: FakePanel[] = [];

export class FakePanel {
  readonly onDidChangeViewState = nothing;
  title = '';
  visible = true;
  isDisposed = false;
  readonly #disposed = new EventEmitter();
  /** What the page sends. */
  readonly messages = new EventEmitter();
  readonly onDidDispose = this.#disposed.event;
  readonly webview = {
    cspSource: WEBVIEW_ORIGIN,
    html: '',
    options: {},
    asWebviewUri: (uri: Uri) => `${WEBVIEW_ORIGIN}${uri.path}`,
    onDidReceiveMessage: this.messages.event,
    postMessage: async (_message?: unknown) => true,
  };
  constructor() {
    panels.push(this);
  }
  reveal(): void {}
  dispose(): void {
    this.isDisposed = true;
    this.#disposed.fire(undefined);
  }
}

const parts = [workspace, window, commands, env, extensions, languages, lm, l10n].map(
  (part: object) => [part, Object.getOwnPropertyDescriptors(part)] as const,
);

/** Undoes what a test has replaced and left, because tests and files share this module. */
export function resetEditor(): void {
  for (const [part, before] of parts) {
    for (const name of Object.keys(part)) if (!(name in before)) Reflect.deleteProperty(part, name);
    Object.defineProperties(part, before);
  }
  for (const map of [settings, contentProviders]) map.clear();
  for (const events of [configured, closed]) events.dispose();
  for (const list of [opened, shown, chosen, panels]) list.length = 0;
}
