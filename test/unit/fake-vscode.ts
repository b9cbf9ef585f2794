/** The parts of the `vscode` module that unit tests need. vitest.config.ts puts it in place of the real one. */
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

export const l10n = {
  t: (text: string, ...values: unknown[]) =>
    text.replace(/\{(\d+)\}/g, (whole, index) => String(values[Number(index)] ?? whole)),
};

const nothing = () => ({ dispose: () => undefined });

/** Settings by their name; a test sets what it needs. */
export const settings = new Map<string, unknown>();
const configured = new EventEmitter();

export const workspace = {
  getConfiguration: () => ({
    get: (name: string) => settings.get(name),
    update: async (name: string, value: unknown) => {
      settings.set(name, value);
      configured.fire({ affectsConfiguration: (one: string) => one === name });
    },
  }),
  onDidChangeConfiguration: configured.event,
  openTextDocument: async (uri: Uri) => ({ uri }),
};

export const FileType = { File: 1, Directory: 2 };

/** Addresses of the documents that were shown, newest last. */
export const opened: Uri[] = [];

/** Messages that were shown, newest last. */
export const shown: string[] = [];
/** The buttons that the user chooses, message by message. */
export const chosen: string[] = [];
const show = async (text: string, ...buttons: unknown[]) => {
  shown.push(text);
  return buttons.includes(chosen[0]) ? chosen.shift() : undefined;
};

/** An address, as far as joining paths goes. */
export class Uri {
  readonly path: string;
  readonly scheme: string;
  readonly query: string;
  private constructor(filePath: string, scheme = 'file', query = '') {
    this.path = filePath;
    this.scheme = scheme;
    this.query = query;
  }
  static from({ scheme, path: inside, query }: { scheme: string; path: string; query: string }): Uri {
    return new Uri(inside, scheme, query);
  }
  static file(filePath: string): Uri {
    return new Uri(filePath);
  }
  static parse(address: string): Uri {
    return new Uri(address.replace('file://', ''));
  }
  static joinPath(base: Uri, ...more: string[]): Uri {
    return new Uri(path.posix.join(base.path, ...more));
  }
  get fsPath(): string {
    return this.path;
  }
  with({ path: other }: { path: string }): Uri {
    return new Uri(other);
  }
  toString(): string {
    return `file://${this.path}`;
  }
}

export const window = {
  createWebviewPanel: () => new FakePanel(),
  registerWebviewViewProvider: nothing,
  registerWebviewPanelSerializer: nothing,
  createTreeView: (_id: string, options: object) => ({ ...options, dispose: () => undefined }),
  state: { focused: true },
  onDidChangeWindowState: nothing,
  createOutputChannel: () => ({ info: nothing, warn: nothing, error: nothing, dispose: nothing }),
  showWarningMessage: show,
  showInformationMessage: show,
  showErrorMessage: show,
  setStatusBarMessage: show,
  showTextDocument: async ({ uri }: { uri: Uri }) => void opened.push(uri),
};

export const commands = { executeCommand: async () => undefined, registerCommand: nothing };
export const env = { language: 'en' };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export const CodeActionKind = { QuickFix: 'quickfix' };
export const extensions = { getExtension: (): unknown => undefined };
export const languages = { registerCodeActionsProvider: nothing };
export const lm = { registerMcpServerDefinitionProvider: nothing };

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

export class TreeItem {
  readonly label: string;
  constructor(label: string) {
    this.label = label;
  }
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export const ViewColumn = { Active: -1, Beside: -2 };

/** Every editor panel that was opened. */
export const panels: FakePanel[] = [];

export class FakePanel {
  readonly onDidChangeViewState = nothing;
  title = '';
  visible = true;
  isDisposed = false;
  readonly #disposed = new EventEmitter();
  readonly onDidDispose = this.#disposed.event;
  readonly webview = {
    cspSource: '',
    html: '',
    options: {},
    asWebviewUri: (uri: Uri) => uri,
    onDidReceiveMessage: new EventEmitter().event,
    postMessage: async () => true,
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
