/** Files that decide how the config files of a place are judged. */
import type { Place } from '../config/servers/sources.ts';
import { childUri } from '../files/uris.ts';

export const packageFile = 'package.json';
/** Manifests of plugins whose servers are in the format of the tool. */
export const toolPlugins = [
  ['.cursor-plugin/plugin.json', 'Cursor'],
  ['.cursor-plugin/marketplace.json', 'Cursor'],
  ['.codex-plugin/plugin.json', 'Codex'],
] as const;
export const manifests = ['.omp-plugin', '.claude-plugin', '.codex-plugin'].map((folder) => `${folder}/plugin.json`);

/** Returns the URIs of the files of a place that determine the context of its config files. */
export const factUris = ({ project }: Place): readonly string[] =>
  project === undefined
    ? []
    : [packageFile, ...manifests, ...toolPlugins.map(([manifest]) => manifest)].map((path) => childUri(project, path));
