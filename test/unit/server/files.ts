/** An in-memory disk for the server's tests, and a workspace on it. */
import { type AgentFolders, defaultFolders } from '../../../common/config-place.ts';
import type { Files, Platform } from '../../../server/config/platform.ts';
import { uriKey } from '../../../server/config/uris.ts';
import { OpenDocument } from '../../../server/documents.ts';
import { Workspace } from '../../../server/workspace.ts';

export const project = 'file:///project';
export const home = 'file:///home/me';

export class MemoryFiles implements Files {
  readonly texts = new Map<string, string>();
  /** URIs that were read, in order. */
  readonly reads: string[] = [];

  constructor(texts: Readonly<Record<string, string>>) {
    for (const [uri, text] of Object.entries(texts)) this.texts.set(uriKey(uri), text);
  }

  read(uri: string): string | undefined {
    this.reads.push(uri);
    return this.texts.get(uriKey(uri));
  }

  stamp(uri: string): string | undefined {
    return this.texts.get(uriKey(uri));
  }

  kind(uri: string): 'file' | 'folder' | undefined {
    const key = uriKey(uri);
    if (this.texts.has(key)) return 'file';
    return [...this.texts.keys()].some((other) => other.startsWith(`${key}/`)) ? 'folder' : undefined;
  }

  async find(folder: string): Promise<readonly string[]> {
    return [...this.texts.keys()].filter((uri) => uri.startsWith(`${uriKey(folder)}/`) && /\/\.?mcp\.json$/.test(uri));
  }
}

/** Returns a config file with these servers and other members. */
export function config(servers: Readonly<Record<string, unknown>>, rest: object = {}): string {
  return JSON.stringify({ mcpServers: servers, ...rest });
}

/** Creates a workspace at `/project` for a user with the home folder `/home/me`. */
export function workspaceWith(
  texts: Readonly<Record<string, string>>,
  {
    machine,
    roots = [project],
    folders,
  }: { machine?: Partial<Platform>; roots?: string[]; folders?: AgentFolders } = {},
): Workspace {
  const files = new MemoryFiles(texts);
  const workspace = new Workspace(
    {
      files,
      hasCommand: () => true,
      variables: () => [],
      folderVariable: () => undefined,
      addedSettings: () => [],
      policySources: () => [],
      installedAgent: () => undefined,
      ...machine,
    },
    folders ?? { ...defaultFolders, home: '/home/me' },
  );
  workspace.places.roots = roots;
  return workspace;
}

/** Opens a file of the workspace in the editor. */
export function openIn(workspace: Workspace, uri: string, text?: string): OpenDocument {
  const document = new OpenDocument(uri, 'json', 1, text ?? workspace.machine.files.read(uri) ?? '');
  workspace.add(document);
  return document;
}
