/**
 * Programs, scripts, and folders that don't exist on this machine. They are looked up by name, never run, and only in
 * trusted workspaces.
 */
import * as l10n from '@vscode/l10n';
import { isCommandLine } from '../../config/packages/launch.ts';
import { isPath, type LocalPath } from '../../config/servers/process-launch.ts';
import type { ServerEntry } from '../../config/servers/server-entry.ts';
import { memberValue, type StringNode } from '../../config/text/json.ts';
import { fileWith, quoteValue } from '../message-text.ts';
import type { LaunchContext, MachineRule } from './cross-rule.ts';

function missing({ paths, machine }: LaunchContext, what: LocalPath['what']): LocalPath | undefined {
  const path = paths.find((local) => local.what === what);
  if (path === undefined) return undefined;
  const kind = machine.kind(path.uri);
  return kind === 'unknown' || kind === path.kind ? undefined : path;
}

/** True if the entry sets PATH, which may contain the program. */
function hasOwnPath({ value }: ServerEntry): boolean {
  const env = memberValue(value, 'env');
  return env?.type === 'object' && env.members.some(({ key }) => key.value.toUpperCase() === 'PATH');
}

/** What a server needs and this machine doesn't have. */
export interface MissingPart {
  readonly what: 'program' | 'file' | 'permission' | 'folder';
  readonly node: StringNode;
}

/** Returns the first such part, in the order in which a start would fail. */
export const missingPart = (context: LaunchContext): MissingPart | undefined =>
  missingFolder(context) ?? missingCommand(context) ?? missingScript(context);

/** Why it isn't known whether this machine has what a server needs. */
export interface UnknownPart {
  readonly what: 'program' | 'file' | 'folder';
  /** `path`: it has variables or `~`, no folder that it's relative to, or is where this user can't look. */
  readonly why: 'path' | 'own-path' | 'command-line' | 'permission';
  readonly node: StringNode;
}

/** Returns the first part of which that isn't known, if none is known to be missing. */
export function unknownPart({ entry, start, paths, machine }: LaunchContext): UnknownPart | undefined {
  const { command, cwd, script } = start;
  const pathOf = (what: LocalPath['what']): LocalPath | undefined =>
    paths.find((local) => local.what === what && machine.kind(local.uri) !== 'unknown');
  const name = command.value;
  if (cwd !== undefined && pathOf('cwd') === undefined) return { what: 'folder', why: 'path', node: cwd };
  if (isCommandLine(name)) return { what: 'program', why: 'command-line', node: command };
  if (isPath(name)) {
    const path = pathOf('command');
    if (path === undefined) return { what: 'program', why: 'path', node: command };
    if (machine.mayRun(path.uri) === undefined) return { what: 'program', why: 'permission', node: command };
  } else if (!isPlainName(name)) return { what: 'program', why: 'path', node: command };
  else if (hasOwnPath(entry)) return { what: 'program', why: 'own-path', node: command };
  return script !== undefined && pathOf('script') === undefined
    ? { what: 'file', why: 'path', node: script }
    : undefined;
}

/** True for a name without variables. */
const isPlainName = (name: string): boolean => !/[\s$~%]/.test(name) && name !== '';

function missingFolder(context: LaunchContext): MissingPart | undefined {
  const path = missing(context, 'cwd');
  return path && { what: 'folder', node: path.node };
}

function missingCommand(
  context: LaunchContext,
): (MissingPart & { readonly what: 'program' | 'file' | 'permission' }) | undefined {
  const { command } = context.start;
  const name = command.value;
  // Another rule reports this.
  if (isCommandLine(name)) return undefined;
  if (isPath(name)) {
    if (missing(context, 'command') !== undefined) return { what: 'file', node: command };
    const path = context.paths.find(({ what }) => what === 'command');
    const isRefused = path !== undefined && context.machine.mayRun(path.uri) === false;
    return isRefused ? { what: 'permission', node: command } : undefined;
  }
  const isLookedUp = isPlainName(name) && !hasOwnPath(context.entry);
  return isLookedUp && !context.machine.hasCommand(name) ? { what: 'program', node: command } : undefined;
}

/** If the working directory is missing too, only that is reported. */
function missingScript(context: LaunchContext): MissingPart | undefined {
  const path = missing(context, 'cwd') === undefined ? missing(context, 'script') : undefined;
  return path && { what: 'file', node: path.node };
}

export const commandNotFound: MachineRule = {
  code: 'command-not-found',
  severity: 'warning',
  docs: {
    title: 'Command not found',
    why: 'The program is not on the PATH of this machine, or the file does not exist or is not executable. Switchyard only looks it up and never runs it.',
    wrong: fileWith('{"command": "docs-servr"}'),
    right: fileWith('{"command": "docs-server"}'),
  },
  check(context, report) {
    const found = missingCommand(context);
    if (found === undefined) return;
    const name = quoteValue(found.node.value);
    const texts = {
      file: () => l10n.t('File {0} not found on this machine. Correct the path.', name),
      permission: () =>
        l10n.t("File {0} isn't executable on this machine. Make it executable, as with chmod +x.", name),
      program: () => l10n.t('Program {0} not found on PATH. Install it or correct the name.', name),
    };
    report(found.node, texts[found.what]());
  },
};

export const cwdNotFound: MachineRule = {
  code: 'cwd-not-found',
  severity: 'warning',
  docs: {
    title: 'Working directory not found',
    why: 'The process is started in this folder, which does not exist.',
    wrong: fileWith('{"command": "docs-server", "cwd": "tols"}'),
    right: fileWith('{"command": "docs-server", "cwd": "tools"}'),
  },
  check(context, report) {
    const { node } = missingFolder(context) ?? {};
    if (node !== undefined)
      report(
        node,
        l10n.t('Folder {0} not found on this machine. Create it or correct the path.', quoteValue(node.value)),
      );
  },
};

export const scriptNotFound: MachineRule = {
  code: 'script-not-found',
  severity: 'warning',
  docs: {
    title: 'Script not found',
    why: 'The command runs this file, which does not exist. Relative paths are resolved against "cwd" or the project folder.',
    wrong: fileWith('{"command": "node", "args": ["servr.js"]}'),
    right: fileWith('{"command": "node", "args": ["server.js"]}'),
  },
  check(context, report) {
    const { node } = missingScript(context) ?? {};
    if (node !== undefined)
      report(node, l10n.t('File {0} not found on this machine. Correct the path.', quoteValue(node.value)));
  },
};
