/**
 * Settings of a checkout that decide about servers: approvals, lists of names, catalogs of plugins. They are named even if no
 * state changes here, as in a folder that isn't trusted: where it is, they count.
 */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Agent, isTableAgent } from '../../agents/agent.ts';
import { locate } from '../../agents/files/agent-files.ts';
import { decidingSettings } from '../../agents/table/deciding-settings.ts';
import type { JsonNode } from '../../config/text/json.ts';
import { isInside } from '../../files/uris.ts';
import type { FilePlace } from '../../tools/agent-facts.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { propertyChanges, type SettingsChange } from './entry-changes.ts';

interface FoundSetting {
  /** Relative to the checkout. */
  readonly file: string;
  readonly path: readonly string[];
  readonly node: JsonNode;
}

/** By file and property. */
export type FoundSettings = ReadonlyMap<string, FoundSetting>;

/** @param projects the folders in which agents can start, relative to the checkout */
export function decisionsOf(
  workspace: Workspace,
  agents: readonly Agent[],
  folder: string,
  projects: ReadonlySet<string>,
): FoundSettings {
  const checkout = pathToFileURL(folder).href;
  const settings = agents
    .filter(isTableAgent)
    .flatMap(({ table }) => decidingSettings(table))
    .flatMap(({ in: places, path: property }) =>
      property === undefined ? [] : { files: places.filter(isOfProject), property },
    );
  const found = new Map<string, FoundSetting>();
  for (const project of projects) {
    const place = workspace.places.ofProject(pathToFileURL(path.join(folder, project)).href);
    for (const { files, property } of settings)
      for (const { uri } of files.flatMap((file) => locate(file, place))) {
        const node = isInside(uri, checkout) ? place.look.setting(uri, property) : undefined;
        if (node === undefined) continue;
        const file = path.relative(folder, fileURLToPath(uri)).replaceAll(path.sep, '/');
        found.set(JSON.stringify([file, property]), { file, path: property, node });
      }
  }
  return found;
}

const isOfProject = ({ in: where }: FilePlace): boolean =>
  where !== 'home' && where !== 'system' && where !== 'environment';

/** Returns what changes, by file. */
export function decisionChanges(before: FoundSettings, after: FoundSettings): readonly SettingsChange[] {
  return Array.from(new Map([...before, ...after])).flatMap(
    ([key, { file, path: property }]): readonly SettingsChange[] => {
      const [old, now] = [before.get(key), after.get(key)];
      if (old === undefined || now === undefined)
        return [{ file, properties: [{ path: property, kind: old === undefined ? 'added' : 'removed' }] }];
      const properties = propertyChanges(old.node, now.node).map(({ path: inner, kind }) => {
        return { path: [...property, ...inner], kind };
      });
      return properties.length === 0 ? [] : [{ file, properties }];
    },
  );
}
