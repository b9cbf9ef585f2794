/** What a server names on this machine and what is not there. Looked up by name, never run; in a trusted workspace only. */
import { liveMembers } from '../config/json.ts';
import type { LocalPath } from '../config/local-paths.ts';
import type { ServerEntry } from '../config/server.ts';
import { isPath } from '../config/starts.ts';
import type { MachineRule, StartScene } from './cross-rule.ts';
import { fileWith, quote } from './words.ts';

function missing({ paths, machine }: StartScene, what: LocalPath['what']): LocalPath | undefined {
  const path = paths.find((local) => local.what === what);
  return path !== undefined && machine.kind(path.uri) !== path.kind ? path : undefined;
}

/** An entry may bring a PATH of its own. */
function hasOwnPath({ value }: ServerEntry): boolean {
  const env = value?.type === 'object' ? liveMembers(value).get('env')?.value : undefined;
  return env?.type === 'object' && env.members.some(({ key }) => key.value.toUpperCase() === 'PATH');
}

export const commandNotFound: MachineRule = {
  kind: 'machine',
  code: 'command-not-found',
  severity: 'warning',
  docs: {
    title: 'Command not found',
    why: 'The agent starts the command as it is written, and there is no such program on the PATH of this machine, or no file at this path. It is looked up by name and never run.',
    wrong: fileWith('{"command": "docs-servr"}'),
    right: fileWith('{"command": "docs-server"}'),
  },
  check(scene, report) {
    const { command } = scene.start;
    const name = command.value;
    if (isPath(name)) {
      if (missing(scene, 'command') !== undefined)
        report(command, `There is no file ${quote(name)} on this machine: correct the path.`);
    } else if (!/[\s$~%]/.test(name) && name !== '' && !hasOwnPath(scene.entry) && !scene.machine.hasCommand(name))
      report(command, `There is no program ${quote(name)} on the PATH of this machine: install it or correct it.`);
  },
};

export const cwdNotFound: MachineRule = {
  kind: 'machine',
  code: 'cwd-not-found',
  severity: 'warning',
  docs: {
    title: 'Working directory not found',
    why: 'The agent starts the process in this folder, and cannot where there is none.',
    wrong: fileWith('{"command": "docs-server", "cwd": "tols"}'),
    right: fileWith('{"command": "docs-server", "cwd": "tools"}'),
  },
  check(scene, report) {
    const path = missing(scene, 'cwd');
    if (path !== undefined)
      report(path.node, `There is no folder ${quote(path.node.value)} on this machine: create it or correct the path.`);
  },
};

export const scriptNotFound: MachineRule = {
  kind: 'machine',
  code: 'script-not-found',
  severity: 'warning',
  docs: {
    title: 'Script not found',
    why: 'The command would run this file, and there is none. A relative path starts at "cwd", or at the project.',
    wrong: fileWith('{"command": "node", "args": ["servr.js"]}'),
    right: fileWith('{"command": "node", "args": ["server.js"]}'),
  },
  check(scene, report) {
    // Of two things that are missing one is said.
    const path = missing(scene, 'cwd') === undefined ? missing(scene, 'script') : undefined;
    if (path !== undefined)
      report(path.node, `There is no file ${quote(path.node.value)} on this machine: correct the path.`);
  },
};
