/** textDocument/documentLink: URLs, folders, scripts, and the public pages of packages. Nothing is fetched. */

import * as l10n from '@vscode/l10n';
import type { DocumentLink } from 'vscode-languageserver';
import { attempt } from '../../common/attempt.ts';
import type { PackageRun } from '../config/packages/package.ts';
import { rangeOf } from '../config/servers/open-document.ts';
import { localPaths, processLaunchOf } from '../config/servers/process-launch.ts';
import { insideQuotes } from '../config/servers/server-names.ts';
import type { StringNode } from '../config/text/json.ts';
import type { Files } from '../files/files.ts';
import type { View } from '../workspace/workspace.ts';

export function linksOf({ document, place }: View, files: Files): DocumentLink[] {
  const { text, top, liveServers } = document.config;
  const links: DocumentLink[] = [];
  const add = (node: StringNode, target: string | undefined, tooltip: string): void => {
    if (target !== undefined) links.push({ range: rangeOf(document, insideQuotes(text, node)), target, tooltip });
  };
  const schema = top?.fields.get('$schema')?.value;
  if (schema?.type === 'string') add(schema, webAddress(schema.value), l10n.t('Open schema in browser'));
  for (const entry of liveServers) {
    const url = entry.parsed?.group.fields.get('url')?.value;
    if (url?.type === 'string') add(url, webAddress(url.value), l10n.t('Open in browser'));
    const start = processLaunchOf(entry);
    if (start === undefined) continue;
    if (entry.package !== undefined) add(entry.package.node, pageOf(entry.package), l10n.t('Open package page'));
    for (const { node, uri, kind } of localPaths(start, place))
      if (files.kind(uri) === kind) add(node, uri, kind === 'folder' ? l10n.t('Open folder') : l10n.t('Open file'));
  }
  return links;
}

/** Returns a URL to open in a browser; undefined if it contains credentials or a variable. */
function webAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || /[\s${}]/.test(text)) return undefined;
  const { username, password, href } = attempt(() => new URL(text)) ?? {};
  return username === '' && password === '' ? href : undefined;
}

const npmName = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;
const pythonName = /^[a-z0-9](?:[\w.-]*[a-z0-9])?$/i;

/** Returns the public page of an npm or PyPI package. The version and the extras aren't part of its name. */
export function pageOf({ registry, spec: value }: PackageRun): string | undefined {
  const name = registry === 'npm' ? value.replace(/(?<=.)@.*$/s, '') : value.replace(/[[@=<>!~; ].*$/s, '');
  if (registry === 'npm') return npmName.test(name) ? `https://www.npmjs.com/package/${name}` : undefined;
  return registry === 'python' && pythonName.test(name) ? `https://pypi.org/project/${name}/` : undefined;
}
