// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of a shell
/** The command line never loses or half writes a file, and no file that it reads can block it. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, readlink, rename, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../scripts/lib/repository.ts';
import { Replacement, writeAtomically } from '../../../server/cli/files/write-file.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { type Bundle, bundleCli } from './bundle.ts';

let bundle: Bundle;
const folder = new TemporaryFolder('write');
const isWindows = process.platform === 'win32';
const fixable = '{\n  "mcpServers": {\n    "a": { "command": "x" },\n  }\n}\n';
const fixed = '{\n  "mcpServers": {\n    "a": { "command": "x" }\n  }\n}\n';

beforeAll(async () => {
  bundle = bundleCli();
});
afterAll(() => {
  folder.remove();
  bundle.remove();
});

/** Runs the command line as a process, so that signals, limits and streams are real. */
function cli(words: readonly string[], cwd = folder.path) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle.script, ...words], {
    cwd,
    encoding: 'utf8',
    timeout: 15_000,
    env: { ...process.env, HOME: folder.at('home') },
  });
  return { status, stdout, stderr };
}

const temporaries = async (at: string) => (await readdir(at)).filter((name) => name.endsWith('.tmp'));

describe('a fixed file', () => {
  // The usual umask clears bits of 0666 when a file is created.
  test.skipIf(isWindows).each([0o2640, 0o666])('keeps its mode %o and its owner', async (bits) => {
    const file = folder.write('mode/.mcp.json', fixable);
    // Only root may change the owner.
    if (process.getuid?.() === 0) await chown(file, 4321, 4321);
    await chmod(file, bits);
    // Some systems clear the bit for the group.
    const { mode, uid, gid } = await stat(file);
    expect(cli(['fix', 'mode/.mcp.json']).status).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(fixed);
    expect(await stat(file)).toMatchObject({ mode, uid, gid });
    expect(await temporaries(folder.at('mode'))).toEqual([]);
  });

  test.skipIf(isWindows)('stays the target of its symbolic links', async () => {
    const file = folder.write('linked/real/config.json', fixable);
    await symlink('real/config.json', folder.at('linked/one.json'));
    await symlink('one.json', folder.at('linked/two.json'));
    expect(cli(['fix', 'linked/two.json']).status).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(fixed);
    expect(await readlink(folder.at('linked/two.json'))).toBe('one.json');
  });

  test('keeps its line endings if it has a byte order mark', async () => {
    const file = folder.write('bom/.mcp.json', `\uFEFF${fixable.replaceAll('\n', '\r\n')}`);
    cli(['fix', 'bom/.mcp.json']);
    const text = await readFile(file, 'utf8');
    // Oh My Pi can't read a file with a byte order mark, so removing it is a separate fix. Line endings stay.
    expect(text.replace('\uFEFF', '')).toBe(fixed.replaceAll('\n', '\r\n'));
  });

  test.skipIf(isWindows)('contains the complete old or new text if the process is killed at any time', async () => {
    const texts = [`${'a'.repeat(400_000)}\n`, `${'b'.repeat(400_000)}\n`] as const;
    const file = folder.write('kill/big.json', texts[0]);
    const script = `
      const { writeAtomically } = await import(${JSON.stringify(path.join(root, 'server/cli/files/write-file.ts'))});
      const texts = ['a', 'b'].map((letter) => letter.repeat(400_000) + '\\n');
      process.stdout.write('ready');
      const fs = await import('node:fs');
      for (let turn = texts.indexOf(fs.readFileSync(process.argv[1], 'utf8')); ; turn = 1 - turn)
        await writeAtomically(process.argv[1], texts[1 - turn], texts[turn]);`;
    for (let round = 0; round < 6; round++) {
      const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      await new Promise((resolve) => setTimeout(resolve, 1 + round * 6));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      const left = readFileSync(file, 'utf8');
      expect(texts.some((text) => text === left)).toBe(true);
    }
  });

  test.skipIf(isWindows)('is unchanged when the disk is full', async () => {
    const servers = Array.from({ length: 60 }, (_, i) => `    "s${i}": { "command": "x" },\n`).join('');
    const text = `{\n  "mcpServers": {\n${servers}  }\n}\n`;
    const file = folder.write('full/.mcp.json', text);
    // A file size limit of 1 KiB simulates a full disk: the write fails after some bytes.
    const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" "$@"`;
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', limited, process.execPath, bundle.script, 'fix', 'full/.mcp.json'],
      { cwd: folder.path, encoding: 'utf8' },
    );
    expect(stderr).toContain(`Couldn't write ${file}: file too large (EFBIG). The file was not changed.`);
    expect(stderr).not.toContain('    at ');
    expect(status).toBe(2);
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(await temporaries(folder.at('full'))).toEqual([]);
  });

  test.skipIf(isWindows)('is unchanged when it is read-only', async () => {
    const file = folder.write('readonly/.mcp.json', fixable);
    await chmod(file, 0o444);
    const { status, stderr } = cli(['fix', 'readonly/.mcp.json']);
    expect(stderr).toContain(`Couldn't write ${file}: the file is read-only. Make it writable and try again.\n`);
    expect(status).toBe(2);
    expect(await readFile(file, 'utf8')).toBe(fixable);
  });

  test('is not overwritten if another program changed it', async () => {
    const file = folder.write('raced/.mcp.json', 'newer');
    await expect(writeAtomically(file, 'ours', 'older')).rejects.toThrow(/changed by another program/);
    expect(await readFile(file, 'utf8')).toBe('newer');
    await expect(writeAtomically(file, 'ours', undefined)).rejects.toThrow(/changed by another program/);
    expect(await temporaries(folder.at('raced'))).toEqual([]);
  });

  test.skipIf(isWindows)('is not replaced if a link leads out of the folder in which it was found', async () => {
    const outside = folder.write('outside/.mcp.json', fixable);
    const project = folder.at('swapped');
    await mkdir(project);
    await symlink(outside, folder.at('swapped/.mcp.json'));
    await symlink(folder.at('outside'), folder.at('swapped/sub'));
    for (const file of ['.mcp.json', 'sub/.mcp.json'])
      await expect(writeAtomically(path.join(project, file), fixed, fixable, [project])).rejects.toThrow(
        "it's a link that leads outside the project",
      );
    expect(await readFile(outside, 'utf8')).toBe(fixable);
    expect(await temporaries(folder.at('outside'))).toEqual([]);
    await writeAtomically(path.join(project, '.mcp.json'), fixed, fixable, [project, folder.at('outside')]);
    expect(await readFile(outside, 'utf8')).toBe(fixed);
  });

  test.skipIf(process.platform !== 'linux')(
    'is replaced in the same folder if a link takes the place of it',
    async () => {
      const file = folder.write('moved/here/.mcp.json', fixable);
      const other = folder.write('moved/other/.mcp.json', fixable);
      const replacement = new Replacement(file);
      await rename(folder.at('moved/here'), folder.at('moved/before'));
      await symlink('other', folder.at('moved/here'));
      replacement.write(fixed);
      replacement.complete();
      replacement.assertUnchanged(fixable);
      replacement.commit();
      expect(await readFile(other, 'utf8')).toBe(fixable);
      expect(await readFile(folder.at('moved/before/.mcp.json'), 'utf8')).toBe(fixed);
    },
  );

  test('is created with its folder if that is missing', () => {
    folder.write('from/mcp.json', fixed);
    const { status, stderr } = cli(['convert', 'from/mcp.json', '--into', 'new/.omp/mcp.json']);
    expect(stderr).toBe(`1 server written to ${folder.at('new/.omp/mcp.json')}.\n`);
    expect(status).toBe(0);
    expect(JSON.parse(folder.read('new/.omp/mcp.json')).mcpServers.a).toEqual({ command: 'x' });
  });

  test.skipIf(process.platform !== 'linux')('causes an error if its folder cannot be created', () => {
    folder.write('from/mcp.json', fixed);
    const { status, stderr } = cli(['convert', 'from/mcp.json', '--into', '/proc/no/folder/mcp.json']);
    expect(stderr).toMatch(/^mcp-config: Couldn't write .*mcp\.json: no such file or folder \(ENOENT\)/);
    expect(stderr).not.toContain('    at ');
    expect(status).toBe(2);
  });
});

describe('a report', () => {
  const wrong = '{"mcpServers": {"a": {"comand": "x"}}}';

  test.skipIf(process.platform !== 'linux')('fails the command if standard output rejects it', async () => {
    folder.write('stdout/.mcp.json', fixed);
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', '"$0" "$@" > /dev/full', process.execPath, bundle.script, 'check', 'stdout/.mcp.json'],
      { cwd: folder.path, encoding: 'utf8' },
    );
    expect(stderr).toBe("mcp-config: Couldn't write to standard output: no space left on the disk (ENOSPC).\n");
    expect(status).toBe(2);
  });

  test.skipIf(isWindows)('causes no error if its reader closes the pipe', async () => {
    folder.write('pipe/.mcp.json', fixed);
    const { stderr } = spawnSync(
      'bash',
      ['-c', '"$0" "$@" | true; exit "${PIPESTATUS[0]}"', process.execPath, bundle.script, '--help'],
      { cwd: folder.path, encoding: 'utf8' },
    );
    expect(stderr).toBe('');
  });

  test.skipIf(isWindows)('on standard input leaves no file when the command is interrupted', async () => {
    await mkdir(folder.at('input'), { recursive: true });
    const child = spawn(process.execPath, [bundle.script, 'check', '-', '-o', 'report.json'], {
      cwd: folder.at('input'),
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    // Accepted by the pipe only in part, so the write ends when the command is reading.
    await new Promise((resolve) => child.stdin?.write(' '.repeat(1 << 20), resolve));
    child.kill('SIGINT');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(await readdir(folder.at('input'))).toEqual([]);
  });

  test.skipIf(isWindows)('keeps the mode and the link of the file that it replaces', async () => {
    folder.write('report/.mcp.json', wrong);
    const file = folder.write('report/real/old.json', '[]');
    await chmod(file, 0o640);
    await symlink('real/old.json', folder.at('report/report.json'));
    expect(cli(['check', '.mcp.json', '-f', 'json', '-o', 'report.json'], folder.at('report')).status).toBe(1);
    expect(await readlink(folder.at('report/report.json'))).toBe('real/old.json');
    expect(await readFile(file, 'utf8')).toContain('unknown-key');
    expect((await stat(file)).mode & 0o7777).toBe(0o640);
    expect(await temporaries(folder.at('report/real'))).toEqual([]);
  });

  test.skipIf(isWindows)('is not written to a read-only file', async () => {
    folder.write('report2/.mcp.json', wrong);
    const file = folder.write('report2/report.json', '[]');
    await chmod(file, 0o444);
    const { status, stderr } = cli(['check', '.mcp.json', '-f', 'json', '-o', 'report.json'], folder.at('report2'));
    expect(stderr).toContain('the file is read-only');
    expect(status).toBe(2);
    expect(await readFile(file, 'utf8')).toBe('[]');
  });
});

describe('reading files', () => {
  test.skipIf(isWindows)('rejects pipes and devices with a one-line error', async () => {
    await mkdir(folder.at('special'), { recursive: true });
    execFileSync('mkfifo', [folder.at('special/.mcp.json')]);
    await mkdir(folder.at('special/folder.json'));
    for (const file of ['special/.mcp.json', '/dev/zero', '/dev/null']) {
      const { status, stderr } = cli(['check', file]);
      expect(stderr).toMatch(/^mcp-config: Couldn't read .*: not a regular file\.\n$/);
      expect(status).toBe(2);
    }
  });

  test('rejects a file that is too large before reading it', async () => {
    const file = folder.write('large/.mcp.json', '');
    // Sparse, so it needs no disk space.
    const { open } = await import('node:fs/promises');
    const handle = await open(file, 'r+');
    await handle.truncate(3_000_000_000);
    await handle.close();
    expect(statSync(file).size).toBe(3_000_000_000);
    const { status, stderr } = cli(['check', 'large/.mcp.json']);
    expect(stderr).toBe(`mcp-config: Couldn't read ${file}: the file is larger than 20 MB.\n`);
    expect(status).toBe(2);
  });

  test.skipIf(isWindows)('does not follow symbolic links to folders outside the named folder', async () => {
    folder.write('outside/.mcp.json', fixable);
    folder.write('outside/other.json', fixable);
    folder.write('inside/own/.mcp.json', fixable);
    await symlink(folder.at('outside'), folder.at('inside/link'));
    cli(['fix', 'inside']);
    cli(['fix', 'inside/**/*.json']);
    expect(readFileSync(folder.at('inside/own/.mcp.json'), 'utf8')).toBe(fixed);
    expect(readFileSync(folder.at('outside/.mcp.json'), 'utf8')).toBe(fixable);
    expect(readFileSync(folder.at('outside/other.json'), 'utf8')).toBe(fixable);
  });
});

describe.skipIf(isWindows)('unsafe characters in file names and texts', () => {
  const name = 'x\n::error::owned \u001b[31m\u009b\u202e.json';
  const unsafe = /(?!\n)[\p{Cc}\p{Cf}]|^::error::owned/mu;

  test.each(['text', 'json', 'sarif', 'github', 'gitlab'])('are escaped in the %s report', async (format) => {
    folder.write(`steer/${name}`, '{"mcpServers": {"a\\u001b[31m\\u202e": {"comand": "x"}}}');
    const { stdout, stderr } = cli(['check', `steer/${name}`, '--format', format]);
    expect(stdout).toContain('error');
    expect(stdout).not.toMatch(unsafe);
    expect(stderr).not.toMatch(unsafe);
  });

  test('are escaped in messages on standard error', async () => {
    folder.write(`steer/${name}`, '{"mcpServers": {},}');
    for (const words of [
      ['fix', `steer/${name}`, '--dry-run'],
      ['check', `steer/none${name}`],
      ['convert', `steer/none${name}`],
      [name],
      ['check', `--${name}`],
    ]) {
      const { stderr } = cli(words);
      expect(stderr).not.toBe('');
      expect(stderr).not.toMatch(unsafe);
    }
    chmodSync(folder.at(`steer/${name}`), 0o644);
    expect(existsSync(folder.at(`steer/${name}`))).toBe(true);
  });
});
