/** An in-memory disk for the server's tests, and a workspace on it. */
import { type Hover, type MarkupContent, Range } from 'vscode-languageserver';
import { defaultFolders, type OhMyPiFolders } from '../../../common/messages/config-place.ts';
import { type Machine, machineWith } from '../../../server/config/platform.ts';
import { OpenDocument } from '../../../server/config/servers/open-document.ts';
import type { DocumentContext } from '../../../server/features/server-status.ts';
import type { Files } from '../../../server/files/files.ts';
import { uriKey } from '../../../server/files/uris.ts';
import { Workspace } from '../../../server/workspace/workspace.ts';

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

  kind(uri: string): ReturnType<Files['kind']> {
    const key = uriKey(uri);
    if (this.texts.has(key)) return 'file';
    return [...this.texts.keys()].some((other) => other.startsWith(`${key}/`)) ? 'folder' : undefined;
  }

  folders(uri: string): readonly string[] {
    const start = `${uriKey(uri)}/`;
    const inside = [...this.texts.keys()].flatMap((key) => (key.startsWith(start) ? key.slice(start.length) : []));
    return [...new Set(inside.flatMap((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : [])))].sort();
  }

  async find(folder: string): Promise<readonly string[]> {
    return [...this.texts.keys()].filter((uri) => uri.startsWith(`${uriKey(folder)}/`) && /\/\.?mcp\.json$/.test(uri));
  }
}

/** Returns a config file with these servers and other members. */
export function config(servers: Readonly<Record<string, unknown>>, rest: object = {}): string {
  return JSON.stringify({ mcpServers: servers, ...rest });
}

/** Returns a machine with these files, all programs, and nothing else. */
export const machineOf = (texts: Readonly<Record<string, string>>): Machine => ({
  ...machineWith(new MemoryFiles(texts)),
  hasCommand: () => true,
});

/** Creates a workspace at `/project` for a user with the home folder `/home/me`. */
export function workspaceWith(
  texts: Readonly<Record<string, string>>,
  {
    machine,
    roots = [project],
    folders,
  }: { machine?: Partial<Machine>; roots?: string[]; folders?: OhMyPiFolders } = {},
): Workspace {
  const workspace = new Workspace(
    { ...machineOf(texts), ...machine },
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

/** Opens a text as the project's `.mcp.json`, without other files. */
export function contextOf(text: string, variables: readonly string[] = []): DocumentContext {
  const workspace = workspaceWith({});
  return { ...workspace.view(openIn(workspace, `${project}/.mcp.json`, text)), variables };
}

/** Returns the text of a hover. */
export function markdownOf(hover: Hover | null): string | undefined {
  return (hover?.contents as MarkupContent | undefined)?.value;
}

/** Makes a document reject offsets outside of its text, which it would otherwise move to its start or end. */
export function rejectOutside({ text }: OpenDocument): void {
  const { length } = text.getText();
  const positionAt = text.positionAt.bind(text);
  text.positionAt = (offset) => {
    if (!(offset >= 0 && offset <= length)) throw new Error(`The offset ${offset} is outside of the text.`);
    return positionAt(offset);
  };
}

/** Throws if a range that is part of the value ends before it starts. */
export function assertRanges(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Range.is(value)) {
    const { start, end } = value;
    if (end.line < start.line || (end.line === start.line && end.character < start.character))
      throw new Error(`a range with a negative length: ${JSON.stringify(value)}`);
  } else for (const inner of Object.values(value)) assertRanges(inner);
}
