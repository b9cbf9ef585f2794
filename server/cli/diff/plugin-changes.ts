/** Plugins that the settings of a checkout turn on or off for everyone who trusts it, and the servers that they bring. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Agent, isTableAgent } from '../../agents/agent.ts';
import { projectPlugins } from '../../agents/plugins/plugins.ts';
import { andList } from '../../config/language.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export interface PluginChange {
  readonly agent: Pick<Agent, 'id' | 'name'>;
  /** Relative to the checkout. */
  readonly file: string;
  /** With its catalog: `demo@catalog`. */
  readonly plugin: string;
  readonly isOn: boolean;
  /** Null if they aren't known, because its catalog isn't in the checkout. */
  readonly servers: readonly string[] | null;
}

/** Returns the plugins by agent and file. @param projects the folders in which agents can start, relative to the checkout */
export function pluginsOf(
  workspace: Workspace,
  agents: readonly Agent[],
  folder: string,
  projects: ReadonlySet<string>,
): ReadonlyMap<string, PluginChange> {
  const all = Array.from(projects).flatMap((project) => {
    const place = workspace.places.ofProject(pathToFileURL(path.join(folder, project)).href);
    return agents.filter(isTableAgent).flatMap(({ id, name, table }) =>
      projectPlugins(table, place).map(({ id: plugin, file, isOn, servers = null }): PluginChange => {
        return { agent: { id, name }, file: path.posix.join(project, file), plugin, isOn, servers };
      }),
    );
  });
  return new Map(all.map((each) => [JSON.stringify([each.agent.id, each.file, each.plugin]), each]));
}

/** A plugin that isn't named any more is off. */
export function pluginChanges(
  before: ReadonlyMap<string, PluginChange>,
  after: ReadonlyMap<string, PluginChange>,
): readonly PluginChange[] {
  return Array.from(new Map([...before, ...after])).flatMap(([key, each]) => {
    const isOn = after.get(key)?.isOn === true;
    return isOn === (before.get(key)?.isOn === true) ? [] : { ...each, isOn };
  });
}

export function pluginText({ agent, plugin, isOn, servers }: PluginChange): string {
  const turned = `${plugin} turned ${isOn ? 'on' : 'off'} for ${agent.name}`;
  if (!isOn) return turned;
  if (servers === null) return `${turned}; its servers aren't known, because its catalog isn't in the checkout`;
  return servers.length === 0 ? `${turned}; it has no servers` : `${turned}; it brings ${andList(servers)}`;
}
