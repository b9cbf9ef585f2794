/** Names of the packages in a project's package.json. If they're installed, npx runs them without asking. */
import { attempt } from '../common/attempt.ts';
import { isRecord } from '../common/guards.ts';

const groups = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** @param text of package.json */
export function packageNames(text: string): readonly string[] {
  const content: unknown = attempt(() => JSON.parse(text));
  if (!isRecord(content)) return [];
  return groups.flatMap((group) => {
    const packages = content[group];
    return isRecord(packages) ? Object.keys(packages) : [];
  });
}
