/** Locations of the managed settings of Claude Code and GitHub Copilot on a computer. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { policyFolders } from '../../../common/generated/tools.ts';

interface VendorFolders {
  readonly claude: string;
  readonly copilot: string;
}

/** @param programs the folder for programs on Windows */
export function vendorFolders(platform: NodeJS.Platform, programs = 'C:\\Program Files'): VendorFolders {
  const folderIn = ([linux, mac, windows]: readonly [string, string, string]): string => {
    if (platform === 'win32') return path.win32.join(programs, path.win32.basename(windows));
    return platform === 'darwin' ? mac : linux;
  };
  return { claude: folderIn(policyFolders['claude-code']), copilot: folderIn(policyFolders['copilot-cli']) };
}

/** Returns the existing files by source. Those in `managed-settings.d` belong to Claude Code's, sorted by name. */
export function policySources({ claude, copilot }: VendorFolders): readonly (readonly string[])[] {
  const addedIn = path.join(claude, 'managed-settings.d');
  const files = [path.join(claude, settingsName), ...jsonFiles(addedIn)].filter(isPresent);
  const own = path.join(copilot, settingsName);
  return [files, isPresent(own) ? [own] : []]
    .filter((source) => source.length > 0)
    .map((source) => source.map((file) => pathToFileURL(file).href));
}

/** True also for a broken link and for a file that can't be accessed, so that it is reported. */
function isPresent(file: string): boolean {
  try {
    fs.lstatSync(file);
    return true;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

const settingsName = 'managed-settings.json';

function jsonFiles(folder: string): readonly string[] {
  if (!isPresent(folder)) return [];
  try {
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return names.toSorted().map((name) => path.join(folder, name));
  } catch {
    // The folder itself is reported as a file that can't be read.
    return [folder];
  }
}
