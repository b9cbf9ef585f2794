/** Folders that aren't searched for config files. */

/** Folders of packages and of version control. */
const dependencies = ['node_modules', '.git', '.hg', '.svn', '.venv', 'venv'];

/** Skipped in a search for checkouts, which can be in folders of any other name. */
export const dependencyFolders: ReadonlySet<string> = new Set(dependencies);

/** Skipped in a search for config files. */
export const skippedFolders: ReadonlySet<string> = new Set([...dependencies, 'dist', 'build', 'target']);
