/** The parts of the `vscode` module that unit tests need. vitest.config.ts puts it in place of the real one. */

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
};

/** Messages that were shown, newest last. */
export const shown: string[] = [];
const show = async (text: string) => {
  shown.push(text);
};

export const window = {
  createTreeView: (_id: string, options: object) => ({ ...options, dispose: () => undefined }),
  state: { focused: true },
  onDidChangeWindowState: nothing,
  createOutputChannel: () => ({ info: nothing, warn: nothing, error: nothing, dispose: nothing }),
  showWarningMessage: show,
  showInformationMessage: show,
  showErrorMessage: show,
  setStatusBarMessage: show,
};

export const commands = { executeCommand: async () => undefined, registerCommand: nothing };
export const env = { language: 'en' };
export const ConfigurationTarget = { Global: 1 };

export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}
export class ThemeColor extends ThemeIcon {}

export class MarkdownString {
  value = '';
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
