/**
 * Programs, scripts, and folders that don't exist on this machine. They are looked up by name, never run, and only in
 * trusted workspaces.
 */
import * as l10n from '@vscode/l10n';
import { memberValue } from '../../config/json.ts';
import { isCommandLine } from '../../config/launch.ts';
import { isPath, type LocalPath } from '../../config/process-launch.ts';
import type { ServerEntry } from '../../config/server-entry.ts';
import { fileWith, quoteValue } from '../message-text.ts';
import type { LaunchContext, MachineRule } from './cross-rule.ts';

function missing({ paths, machine }: LaunchContext, what: LocalPath['what']): LocalPath | undefined {
  const path = paths.find((local) => local.what === what);
  return path !== undefined && machine.kind(path.uri) !== path.kind ? path : undefined;
}

/** True if the entry sets PATH, which may contain the program. */
function hasOwnPath({ value }: ServerEntry): boolean {
  const env = memberValue(value, 'env');
  return env?.type === 'object' && env.members.some(({ key }) => key.value.toUpperCase() === 'PATH');
}

export const commandNotFound: MachineRule = {
  code: 'command-not-found',
  severity: 'warning',
  docs: {
    title: 'Command not found',
    why: 'The program is not on the PATH of this machine, or the file does not exist. Switchyard only looks it up and never runs it.',
    wrong: fileWith('{"command": "docs-servr"}'),
    right: fileWith('{"command": "docs-server"}'),
  },
  check(context, report) {
    const { command } = context.start;
    const name = command.value;
    // Another rule reports this.
    if (isCommandLine(name)) return;
    if (isPath(name)) {
      if (missing(context, 'command') !== undefined)
        report(command, l10n.t('File {0} not found on this machine. Correct the path.', quoteValue(name)));
    } else if (!/[\s$~%]/.test(name) && name !== '' && !hasOwnPath(context.entry) && !context.machine.hasCommand(name))
      report(command, l10n.t('Program {0} not found on PATH. Install it or correct the name.', quoteValue(name)));
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
    const path = missing(context, 'cwd');
    if (path !== undefined)
      report(
        path.node,
        l10n.t('Folder {0} not found on this machine. Create it or correct the path.', quoteValue(path.node.value)),
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
    // If the working directory is missing too, only that is reported.
    const path = missing(context, 'cwd') === undefined ? missing(context, 'script') : undefined;
    if (path !== undefined)
      report(path.node, l10n.t('File {0} not found on this machine. Correct the path.', quoteValue(path.node.value)));
  },
};
