/** Finds and ends processes with everything that they started. */
import path from 'node:path';
import process from 'node:process';
import { attempt } from '../attempt.ts';
import { groupBy } from '../group-by.ts';
import { runProgram } from './run-program.ts';

/** Environment variable by which all processes that come from one are found. */
export const markName = 'CONNECTION_TEST_ID';

export interface ListedProcess {
  readonly id: number;
  readonly parent: number;
  readonly isMarked: boolean;
  /** True if it has ended, but is listed until its parent has noticed that. */
  readonly isZombie: boolean;
  readonly name: string;
}

/** Lists all processes, with the environment of those of this user. Empty on Windows, where a process ends its tree. */
export function listProcesses(mark: string): readonly ListedProcess[] {
  if (process.platform === 'win32') return [];
  const listed = runProgram('ps', ['axeww', '-o', 'pid=,ppid=,stat=,command=']).output?.toString() ?? '';
  return listed.split('\n').flatMap((line) => {
    const parts = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)/.exec(line);
    if (parts === null) return [];
    const [, id = '', parent = '', state = '', command = ''] = parts;
    return {
      id: Number(id),
      parent: Number(parent),
      isMarked: line.includes(`${markName}=${mark}`),
      isZombie: state.startsWith('Z'),
      name: path.basename(command),
    };
  });
}

/** True if there is a process, also one that can't be ended or is a zombie. */
export function exists(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the IDs of all descendants of a process, and of all processes with its mark: a daemon is no descendant. */
export function descendantsOf(pid: number, processes: readonly ListedProcess[]): readonly number[] {
  const children = groupBy(processes, ({ parent }) => parent);
  const found = new Set([pid, ...processes.filter(({ isMarked }) => isMarked).map(({ id }) => id)]);
  // Also iterates over the processes that are added meanwhile.
  for (const parent of found) for (const { id } of children.get(parent) ?? []) found.add(id);
  found.delete(pid);
  return [...found];
}

/** Sends a signal to a process and its group; on Windows, ends it and all that it started. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') runProgram('taskkill', ['/pid', String(pid), '/t', '/f']);
  // All processes of the group may have already ended.
  else attempt(() => process.kill(-pid, signal));
}

/** Ends a process and everything that it started, also what has its mark but is no descendant anymore. */
export function killAll(pid: number, descendants: readonly number[]): void {
  signalGroup(pid, 'SIGKILL');
  // Some may have already ended.
  for (const descendant of descendants) attempt(() => process.kill(descendant, 'SIGKILL'));
}
