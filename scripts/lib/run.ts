/** Runs a program of the project and captures its output. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './repository.ts';

interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

interface RunOptions {
  /** Also prints the output, as it arrives. */
  readonly print?: boolean;
  /** More variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** @param program a binary of node_modules/.bin, or a path */
export function run(program: string, args: readonly string[], { print, env }: RunOptions = {}): Promise<Outcome> {
  const binary = program.includes(path.sep) ? program : path.join(root, 'node_modules/.bin', program);
  return new Promise((resolve) => {
    const child = spawn(binary, args, {
      cwd: root,
      shell: process.platform === 'win32',
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    });
    let output = '';
    const read = (data: Buffer) => {
      output += data;
      if (print) process.stdout.write(data);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', (error) => resolve({ ok: false, output: String(error) }));
    child.on('exit', (code) => resolve({ ok: code === 0, output }));
  });
}
