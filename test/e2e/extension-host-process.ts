/** The process of the extension host: stops it for a while, as a busy extension would, or kills it. Only on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Stops the extension hosts of the workbench that this process has started. @returns a function that resumes them */
export function pauseExtensionHost(): () => void {
  const hosts = extensionHosts();
  for (const id of hosts) process.kill(id, 'SIGSTOP');
  return () => {
    for (const id of hosts) process.kill(id, 'SIGCONT');
  };
}

/** Ends the extension hosts at once, as a crash does. */
export function killExtensionHost(): void {
  for (const id of extensionHosts()) process.kill(id, 'SIGKILL');
}

function extensionHosts(): readonly number[] {
  const processes = readdirSync('/proc').flatMap((name) => (Number(name) > 0 ? [processOf(name)] : []));
  const parents = new Map(processes.map(({ id, parent }) => [id, parent]));
  const isOurs = (id: number): boolean => id === process.pid || (id > 1 && isOurs(parents.get(id) ?? 0));
  const hosts = processes.filter(({ id, command }) => command.includes('--type=extensionHost') && isOurs(id));
  if (hosts.length === 0) throw new Error('No extension host found.');
  return hosts.map(({ id }) => id);
}

function processOf(name: string): { readonly id: number; readonly parent: number; readonly command: string } {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The command in parentheses may contain spaces.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { id: Number(name), parent: Number(parent), command: readFileSync(`/proc/${name}/cmdline`, 'utf8') };
  } catch {
    return { id: Number(name), parent: 0, command: '' };
  }
}
