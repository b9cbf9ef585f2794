// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** Starts editors that use a real server process and real files. They end after each test. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { ClientCapabilities, InitializeParams } from 'vscode-languageserver';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { type Bundle, bundleServer } from './bundle.ts';
import { Editor } from './editor.ts';
import { config } from './files.ts';

export let bundle: Bundle;
export let root: TemporaryFolder;
export const editors: Editor[] = [];

/** Gives each test of a file a new folder. */
export function useFiles(): void {
  beforeAll(() => {
    bundle = bundleServer();
  });
  beforeEach(() => {
    root = new TemporaryFolder('files');
  });
  afterEach(() => {
    for (const editor of editors.splice(0)) editor.kill();
    root.remove();
  });
  afterAll(() => bundle.remove());
}

export const at = (name: string) => root.uri(name);

export function write(name: string, text: string): string {
  root.write(name, text);
  return at(name);
}

export const pulling: ClientCapabilities = {
  workspace: { diagnostics: { refreshSupport: true }, workspaceEdit: { documentChanges: true } },
  textDocument: {
    diagnostic: {},
    rename: { prepareSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
};

/** Starts an editor with the folder `project` (and others), and a home folder next to it. */
export async function start(
  capabilities: ClientCapabilities,
  { folders = ['project'], ...options }: { trusted?: boolean; rules?: object; folders?: string[] } = {},
): Promise<Editor> {
  const editor = Editor.overStdio(bundle.script);
  editors.push(editor);
  const params: Partial<InitializeParams> = {
    capabilities,
    workspaceFolders: folders.map((name) => ({ uri: at(name), name })),
    initializationOptions: { home: root.at('home'), ...options },
  };
  await editor.start(params);
  return editor;
}

export const x = { command: 'x' };

/** Creates project, user and imported definitions with the same name. */
export async function threeFiles(): Promise<{ own: string; user: string; standalone: string }> {
  return {
    own: write('project/.omp/mcp.json', config({ docs: x })),
    user: write(
      'home/.omp/agent/mcp.json',
      config({ docs: x }, { disabledServers: ['other'], enabledServers: ['docs'] }),
    ),
    standalone: write('project/.mcp.json', config({ docs: x, other: { command: '${X:-y}' } })),
  };
}

export const here = (uri: string, character: number) => ({ textDocument: { uri }, position: { line: 0, character } });
export const nameAt = 17;
