/** The hooks, run by pre-commit from a repository with the files that a release commits. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { npmFolder } from '../../scripts/npm-package.ts';
import { debianProgram } from '../debian-program.ts';
import { equal, must, userEnvironment } from './user-environment.ts';

export const preCommit = (): string | undefined => debianProgram('pre-commit', 'pre-commit');

const WRONG = '{\n  "mcpServers": {\n    "docs": { "comand": "x", },\n  },\n}\n';

export async function runHooks(program: string, folder: string): Promise<void> {
  const hooks = path.join(folder, 'hooks');
  const project = path.join(folder, 'project');
  const env = {
    ...userEnvironment(),
    PRE_COMMIT_HOME: path.join(folder, 'pre-commit'),
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const git = (cwd: string, ...args: string[]) => {
    const identity = ['-c', 'user.name=A user', '-c', 'user.email=user@example.com'];
    return promisify(execFile)('git', ['-c', 'init.defaultBranch=main', ...identity, ...args], { cwd, env });
  };
  const commitAll = async (cwd: string) => {
    await git(cwd, 'init', '--quiet');
    await git(cwd, 'add', '--all', '--force');
    await git(cwd, 'commit', '--quiet', '--message', 'A release');
  };
  await cp(npmFolder, hooks, { recursive: true });
  await commitAll(hooks);
  await git(hooks, 'tag', 'v1');

  await mkdir(project);
  const config = ['check', 'fix'].map((name) => `      - id: mcp-config-${name}\n`).join('');
  await writeFile(
    path.join(project, '.pre-commit-config.yaml'),
    `repos:\n  - repo: ${hooks}\n    rev: v1\n    hooks:\n${config}`,
  );
  await writeFile(path.join(project, '.mcp.json'), WRONG);
  await writeFile(path.join(project, 'other.json'), WRONG);
  // The name isn't an option.
  await mkdir(path.join(project, '--output=out'));
  await writeFile(path.join(project, '--output=out/mcp.json'), '{ "mcpServers": {} }');
  await commitAll(project);
  const run = (hook: string) =>
    promisify(execFile)(program, ['run', '--all-files', hook], { cwd: project, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout, stderr }) => ({ code, stdout: `${stdout}${stderr}` }),
    );

  const check = await run('mcp-config-check');
  equal(check.code, 1, `exit code of the check (${check.stdout})`);
  must(check.stdout.includes('.mcp.json:3:15: error:'), `the finding, in ${check.stdout}`);
  must(!check.stdout.includes('other.json'), 'a file of another name was checked');
  const fix = await run('mcp-config-fix');
  equal(fix.code, 1, `exit code of the fix (${fix.stdout})`);
  equal(
    await readFile(path.join(project, '.mcp.json'), 'utf8'),
    WRONG.replaceAll(',\n  }', '\n  }').replace('", }', '" }').replace('},\n}', '}\n}'),
    'the fixed file',
  );
  equal(await readFile(path.join(project, 'other.json'), 'utf8'), WRONG, 'a file of another name');
}
