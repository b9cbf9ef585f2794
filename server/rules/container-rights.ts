/** Options of a container that give the server the computer around it. */
import * as l10n from '@vscode/l10n';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import type { StringNode } from '../config/text/json.ts';
import { fileWith, quote, quoteValue } from './message-text.ts';
import type { ServerRule } from './rule.ts';

const run = (...options: string[]): string =>
  fileWith(JSON.stringify({ command: 'docker', args: ['run', '-i', '--rm', ...options, 'docs-server:1.2.3'] }));

interface Option {
  readonly node: StringNode;
  readonly name: string;
  /** The next word, if it isn't a part of the option. */
  readonly value: string;
}

/** Returns the options before the image. */
function optionsOf({ package: started, launch }: ServerEntry): readonly Option[] {
  if (started?.registry !== 'image' || launch === undefined) return [];
  return started.options.map((node): Option => {
    const [, name, inside] = /^(--[\w-]+(?==)|-v(?=.))=?(.*)$/s.exec(node.value) ?? [];
    return {
      node,
      name: name ?? node.value,
      value: inside ?? launch.words[launch.words.indexOf(node) + 1]?.value ?? '',
    };
  });
}

/** Returns the folder or file of the computer that an option mounts. */
function mounted({ name, value }: Option): string | undefined {
  if (name === '--mount') return /(?:^|,)(?:src|source)=([^,]*)/.exec(value)?.[1];
  if (name !== '-v' && name !== '--volume') return undefined;
  return /^([A-Za-z]:[\\/][^:]*|[^:]*):/.exec(value)?.[1];
}

const isRoot = (folder: string): boolean => /^(?:\/+|[A-Za-z]:[\\/]*)$/.test(folder);
const isSocket = (file: string): boolean =>
  /[\\/](?:docker|podman|containerd|crio)\.sock$|[\\/]docker_engine$/.test(file);

export const containerRights: ServerRule = {
  code: 'container-rights',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Container that can change the whole computer',
    why: 'A privileged container, and one that mounts the root folder, reaches all files and devices of the computer, so the container protects nothing.',
    wrong: run('--privileged'),
    right: run(),
  },
  check(_server, entry, report) {
    for (const option of optionsOf(entry)) {
      const { node, name, value } = option;
      if (name === '--privileged' && !/=false$/.test(node.value))
        report(node, l10n.t('{0} gives the server all rights on this computer. Remove it.', quote('--privileged')));
      const folder = mounted(option);
      if (folder !== undefined && isRoot(folder))
        report(
          node,
          l10n.t('{0} gives the server all files of this computer. Mount the folder that it needs.', quoteValue(value)),
        );
    }
  },
};

export const containerEngine: ServerRule = {
  code: 'container-engine',
  severity: 'information',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Container that controls the container engine',
    why: 'Through the socket of the engine, the server can start any container, also one with all rights on the computer. Servers that manage containers need it, others do not.',
    wrong: run('-v', '/var/run/docker.sock:/var/run/docker.sock'),
    right: run(),
  },
  check(_server, entry, report) {
    for (const option of optionsOf(entry)) {
      const file = mounted(option);
      if (option.name === '--use-api-socket' || (file !== undefined && isSocket(file)))
        report(
          option.node,
          l10n.t(
            'With the socket of the container engine, the server has all rights on this computer. Remove it if the server works without.',
          ),
        );
    }
  },
};
