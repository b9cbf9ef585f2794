/** Folders of a project whose servers aren't shown with those of its root, as in a monorepo. */
import { visible } from '../../../common/text/escape.ts';
import { isInside } from '../../files/uris.ts';
import { startBelow } from '../../workspace/places.ts';
import type { Workspace } from '../../workspace/workspace.ts';

const shownLimit = 8;

/** Returns a line that names the folders; undefined if there are none. @param project URI of the folder that is shown */
export async function otherFolders(workspace: Workspace, project: string): Promise<string | undefined> {
  const files = await workspace.machine.files.find(project);
  const below = files
    .map((file) => startBelow(project, file))
    .filter((folder) => folder !== project && isInside(folder, project));
  const names = [...new Set(below)].map((folder) => decodeURIComponent(folder.slice(project.length + 1))).toSorted();
  if (names.length === 0) return undefined;
  const more = names.length > shownLimit ? ` and ${names.length - shownLimit} more` : '';
  return `Only this folder is shown. Other folders with config files: ${visible(names.slice(0, shownLimit).join(', '))}${more}. To show one, use --project.\n`;
}
