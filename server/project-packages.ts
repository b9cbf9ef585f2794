/** Names of the packages in a project's package.json. If they're installed, npx runs them without asking. */
import { isRecord } from './config/guards.ts';
import type { Files } from './config/platform.ts';
import type { Names } from './rules/context.ts';

const groups = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

interface Known {
  readonly stamp: string;
  readonly names: Names | undefined;
}

export class ProjectPackages {
  readonly #files: Files;
  readonly #known = new Map<string, Known>();

  constructor(files: Files) {
    this.#files = files;
  }

  forget(): void {
    this.#known.clear();
  }

  /**
   * Returns the same set until the file changes.
   * @param project URI of the folder
   * @returns undefined if package.json doesn't exist or has no packages
   */
  of(project: string): Names | undefined {
    const uri = `${project}/package.json`;
    const stamp = this.#files.stamp(uri);
    if (stamp === undefined) return undefined;
    let known = this.#known.get(uri);
    if (known?.stamp !== stamp) {
      known = { stamp, names: namesIn(this.#files.read(uri) ?? '') };
      this.#known.set(uri, known);
    }
    return known.names;
  }
}

function namesIn(text: string): Names | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(content)) return undefined;
  const names = groups.flatMap((group) => {
    const packages = content[group];
    return isRecord(packages) ? Object.keys(packages) : [];
  });
  return names.length === 0 ? undefined : new Set(names);
}
