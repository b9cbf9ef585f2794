/**
 * Settings of a checkout that decide about servers: approvals, lists of names, catalogs of plugins. They are named even if no
 * state changes here, as in a folder that isn't trusted: where it is, they count.
 */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Agent, isTableAgent } from '../../agents/agent.ts';
import { locate } from '../../agents/files/agent-files.ts';
import type { JsonNode } from '../../config/text/json.ts';
import { isInside } from '../../files/uris.ts';
import type { AgentTable, FilePlace } from '../../tools/agent-facts.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { propertyChanges, type SettingsChange } from './entry-changes.ts';

interface DecidingSetting {
  /** Relative to the checkout. */
  readonly file: string;
  readonly path: readonly string[];
  readonly node: JsonNode;
}

/** By file and property. */
export type DecidingSettings = ReadonlyMap<string, DecidingSetting>;

interface Setting {
  readonly in: readonly FilePlace[];
  readonly path: readonly string[];
}

/** @param projects the folders in which agents can start, relative to the checkout */
export function decisionsOf(
  workspace: Workspace,
  agents: readonly Agent[],
  folder: string,
  projects: ReadonlySet<string>,
): DecidingSettings {
  const checkout = pathToFileURL(folder).href;
  const settings = agents.filter(isTableAgent).flatMap(({ table }) => settingsOf(table));
  const found = new Map<string, DecidingSetting>();
  for (const project of projects) {
    const place = workspace.places.ofProject(pathToFileURL(path.join(folder, project)).href);
    for (const { in: places, path: property } of settings)
      for (const { uri } of places.filter(isOfProject).flatMap((file) => locate(file, place))) {
        const node = isInside(uri, checkout) ? place.look.setting(uri, property) : undefined;
        if (node === undefined) continue;
        const file = path.relative(folder, fileURLToPath(uri)).replaceAll(path.sep, '/');
        found.set(JSON.stringify([file, property]), { file, path: property, node });
      }
  }
  return found;
}

const settingsOf = ({ switches, files, policySettings = [], trust, plugins = [] }: AgentTable): readonly Setting[] => [
  ...switches,
  ...files.flatMap(({ onlyIf, unless = [] }) => [...(onlyIf === undefined ? [] : [onlyIf]), ...unless]),
  ...['allowedMcpServers', 'deniedMcpServers'].map((name) => ({ in: policySettings, path: [name] })),
  ...(trust?.offBy === undefined ? [] : [trust.offBy]),
  // A plugin that stays on comes from somewhere else if its catalog changes.
  ...plugins.map(({ enabled }) => ({ in: enabled, path: ['extraKnownMarketplaces'] })),
];

const isOfProject = ({ in: where }: FilePlace): boolean =>
  where !== 'home' && where !== 'system' && where !== 'environment';

/** Returns what changes, by file. */
export function decisionChanges(before: DecidingSettings, after: DecidingSettings): readonly SettingsChange[] {
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
