/** Platform in desktop and remote VS Code: Node.js. Modules that activation doesn't need are loaded on first use. */
import { openAsBlob } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type { Platform } from '../shared/platform.ts';

/** @param extension folder of the installed extension */
export const nodePlatform = (extension: string): Platform => ({
  environment: process.env,
  home: homedir(),
  system: process.platform === 'win32' ? 'windows' : process.platform === 'darwin' ? 'osx' : 'linux',
  languageClient: async () => {
    const { createLanguageClient } = await import('./language-client.ts');
    return (id, name, options) => createLanguageClient(path.join(extension, 'dist/server.js'), id, name, options);
  },
  // Read on each call, because VS Code may replace the global `fetch`.
  fetch: (input, init) => fetch(input, init),
  folder: async (uri) => {
    if (uri.scheme === 'file') return new (await import('./disk-folder.ts')).DiskFolder(uri.fsPath);
    return new (await import('../shared/editing/editor-folder.ts')).EditorFolder(uri);
  },
  openAsBlob: (file) => openAsBlob(file),
  requestImage: async (request) => (await import('./image-request.ts')).requestImage(request),
  programs: async () => {
    const { ProcessTransport } = await import('../../common/node/process-transport.ts');
    return {
      resolve: (folder = process.cwd(), relative) => path.resolve(folder, relative),
      connect: (definition, environment, log) => new ProcessTransport(definition, environment, log),
    };
  },
  agentPrograms: async (cwd, signal) => {
    const { agentPrograms, agentEnvironment } = await import('../../common/node/ask-agent.ts');
    return agentPrograms({ cwd, environment: agentEnvironment(), signal });
  },
});
