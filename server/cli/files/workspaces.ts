/** Workspaces of the command line that aren't checked: as this machine sees a folder, or as any machine would. */

import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defaultFolders, movedFolders } from '../../../common/messages/config-place.ts';
import { loadToml } from '../../config/servers/source-file.ts';
import type { Files } from '../../files/files.ts';
import { isInside } from '../../files/uris.ts';
import type { RepositoryConfig } from '../../rules/repository-config.ts';
import { machine } from '../../workspace/machine.ts';
import { Policies } from '../../workspace/policies/policies.ts';
import { Workspace } from '../../workspace/workspace.ts';
import { isOutside, leadsOutside } from './outside-links.ts';

interface WorkspaceOptions {
  readonly agentVersion: string | undefined;
  /** The config of the repository that the command line names, instead of the one in the folder. */
  readonly repository?: RepositoryConfig | undefined;
}

/** This machine without the user's setup, so that the result is the same on every machine. */
const machineWithoutUserSetup = {
  ...machine,
  hasCommand: () => false,
  folderVariable: () => undefined,
  contentVariable: () => undefined,
  isSwitchedOn: () => false,
  addedSettings: () => [],
  installedOhMyPi: () => undefined,
};

/**
 * Opens a checkout as any machine sees it: without the user's files, and without files outside of it.
 * @returns also the URIs of links that aren't followed, because they lead outside; it grows as files are read
 */
export async function checkoutWorkspace(
  folder: string,
  options: WorkspaceOptions,
): Promise<{ readonly workspace: Workspace; readonly skipped: ReadonlySet<string> }> {
  const skipped = new Set<string>();
  const checkout = pathToFileURL(folder).href;
  const files: Files = {
    ...machine.files,
    // Some agents also look in the parents of a project.
    stamp: (uri) => (isInside(uri, checkout) ? machine.files.stamp(uri) : undefined),
    read(uri) {
      const file = fileURLToPath(uri);
      if (isOutside(path.relative(folder, file))) return undefined;
      if (!leadsOutside(file, folder)) return machine.files.read(uri);
      skipped.add(uri);
      return undefined;
    },
  };
  const workspace = new Workspace({ ...machineWithoutUserSetup, files }, { ...defaultFolders, home: undefined });
  await open(workspace, folder, options);
  return { workspace, skipped };
}

/** Opens a folder as this machine sees it, with the user's files. @param folder undefined for the user's files alone */
export async function machineWorkspace(
  folder: string | undefined,
  home: string,
  options: WorkspaceOptions,
): Promise<Workspace> {
  const workspace = new Workspace(machine, movedFolders({ ...defaultFolders, home }, machine.folderVariable));
  workspace.setPolicy(new Policies(machine, home).read());
  await open(workspace, folder, options);
  return workspace;
}

async function open(workspace: Workspace, folder: string | undefined, { agentVersion, repository }: WorkspaceOptions) {
  if (folder !== undefined) workspace.places.roots = [pathToFileURL(folder).href];
  workspace.isExclusive = true;
  const version = agentVersion ?? repository?.agentVersion;
  if (version !== undefined) workspace.places.setVersion(version);
  if (repository?.readers !== undefined) workspace.agents.readersSetting = repository.readers;
  await Promise.all([workspace.ready(), loadToml()]);
}
