/** Handlers of the requests about other tools' formats: conversion, paste, and the files that can be imported. */

import { toolFiles } from '../../common/generated/tools.ts';
import { pathOf } from '../../common/messages/config-place.ts';
import type {
  Conversion,
  ConversionFailure,
  ConvertParams,
  ImportSource,
  ImportTarget,
  Paste,
  PasteParams,
} from '../../common/messages/conversion.ts';
import type { ServerRequests } from '../../common/messages/protocol.ts';
import { ohMyPiAgent } from '../agents/oh-my-pi.ts';
import type { Place } from '../config/servers/sources.ts';
import { ConversionError, convert } from '../convert/index.ts';
import { pasteInto } from '../convert/paste.ts';
import { childUri, uriKey } from '../files/uris.ts';
import type { FeatureContext } from '../workspace/feature-context.ts';
import type { Workspace } from '../workspace/workspace.ts';

export async function convertText({ text, ...options }: ConvertParams): Promise<Conversion | ConversionFailure> {
  try {
    return await convert(text, options);
  } catch (error) {
    if (error instanceof ConversionError) return { failure: error.failure, message: error.message };
    throw error;
  }
}

export async function paste({ open }: FeatureContext, { uri, text, position }: PasteParams): Promise<Paste | null> {
  const document = open(uri);
  if (document === undefined) return null;
  return (await pasteInto(document.config, document.text.offsetAt(position), text)) ?? null;
}

export async function importPlaces({
  workspace,
}: FeatureContext): Promise<ServerRequests['switchyard/importPlaces'][1]> {
  const targets = new Map<string, ImportTarget>();
  const sources = new Map<string, ImportSource>();
  const { files } = workspace.machine;
  await files.load?.(
    workspace.places.all.flatMap((place) => filesOf(place).map(({ uri }) => uri)),
    true,
  );
  for (const place of workspace.places.all) {
    for (const { uri, label, level, kind, layout } of ohMyPiAgent.sources(place)) {
      if (layout !== 'own') continue;
      const exists = workspace.documents.get(uri) !== undefined;
      // Of the two possible file names in a folder, only one is offered if the file doesn't exist yet.
      const first = kind === 'oh-my-pi' && label.endsWith('/mcp.json');
      if (exists || first)
        targets.set(uriKey(uri), { uri, label, level, exists, format: 'oh-my-pi', agent: ohMyPiAgent.name });
    }
    for (const { tool, dialect, uri, label, level } of filesOf(place)) {
      if (sources.has(uriKey(uri))) continue;
      // Not cached, because it may be large and is needed only once.
      const text = workspace.documents.open.get(uri)?.text.getText() ?? files.read(uri);
      if (text === undefined) continue;
      // A file that can't be converted counts as one without servers; selecting it shows the reason.
      const options = { from: dialect, project: place.project && pathOf(place.project) };
      const conversion = await convert(text, options).catch(() => undefined);
      sources.set(uriKey(uri), { uri, label, tool, level, servers: conversion?.servers.length ?? 0 });
    }
  }
  return { sources: [...sources.values()], targets: [...targets.values()], shown: await targetOfShownAgent(workspace) };
}

/** Returns the file in the project that the shown agent reads; null for Oh My Pi, and without a project. */
async function targetOfShownAgent(workspace: Workspace): Promise<ImportTarget | null> {
  const [place] = workspace.places.all;
  const agent = await workspace.agents.withId('shown');
  if (place?.project === undefined || agent === ohMyPiAgent) return null;
  const { project } = place;
  const { filesOfAgent, sharedFile } = await import('../agents/files/project-files.ts');
  const files = filesOfAgent(agent.id);
  if (files === undefined) return null;
  const { paths, newPath, to = 'oh-my-pi' } = files;
  const exists = (path: string): boolean => workspace.documents.get(childUri(project, path)) !== undefined;
  const own = paths.find(exists);
  const isShared = own === undefined && agent.facts.readsShared !== false && exists(sharedFile);
  const label = own ?? (isShared ? sharedFile : newPath);
  return {
    ...{ uri: childUri(project, label), label, level: 'project', exists: own !== undefined || isShared },
    ...{ format: isShared ? 'claude-code' : to, agent: agent.name },
  };
}

/** Returns the files that other tools may have for a place, whether or not they exist. */
function filesOf({ project, home }: Place) {
  return toolFiles.flatMap(({ tool, dialect, project: inProject = [], user = [] }) => [
    ...(project === undefined ? [] : inProject).map((path) => ({
      ...{ tool, dialect, uri: childUri(project ?? '', path), label: path, level: 'project' as const },
    })),
    ...(home === undefined ? [] : user).map((path) => ({
      ...{ tool, dialect, uri: childUri(home ?? '', path), label: `~/${path}`, level: 'user' as const },
    })),
  ]);
}
