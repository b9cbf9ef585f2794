/** Locations of the managed settings of Claude Code and GitHub Copilot on a computer. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const fs = process.getBuiltinModule('node:fs');

interface VendorFolders {
  readonly claude: string;
  readonly copilot: string;
}

/** @param programs the folder for programs on Windows */
export function vendorFolders(platform: NodeJS.Platform, programs = 'C:\\Program Files'): VendorFolders {
  if (platform !== 'darwin' && platform !== 'win32')
    return { claude: '/etc/claude-code', copilot: '/etc/github-copilot' };
  const base = platform === 'win32' ? `${programs}\\` : '/Library/Application Support/';
  return { claude: `${base}ClaudeCode`, copilot: `${base}GitHubCopilot` };
}

/** Returns the existing files by source. Those in `managed-settings.d` belong to Claude Code's, sorted by name. */
export function policySources({ claude, copilot }: VendorFolders): readonly (readonly string[])[] {
  const addedIn = path.join(claude, 'managed-settings.d');
  const files = [path.join(claude, settingsName), ...jsonFiles(addedIn)].filter((file) => fs.existsSync(file));
  const own = path.join(copilot, settingsName);
  return [files, fs.existsSync(own) ? [own] : []]
    .filter((source) => source.length > 0)
    .map((source) => source.map((file) => pathToFileURL(file).href));
}

const settingsName = 'managed-settings.json';

function jsonFiles(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  try {
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return names.toSorted().map((name) => path.join(folder, name));
  } catch {
    // The folder itself is reported as a file that can't be read.
    return [folder];
  }
}
