// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look in config files
/** `mcp-config inventory`: results for checkouts, formats, and changes since an earlier inventory. */
import { rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InventoryServer } from '../../../server/cli/inventory-server.ts';
import { ConfigDocument } from '../../../server/config/document.ts';
import { newestVersion } from '../../../server/config/oh-my-pi/version.ts';
import { packageIdentity } from '../../../server/config/package-identity.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = new TemporaryFolder('inventory');
});
afterEach(() => folder.remove());

const cli = (...words: string[]) => runCli(words, { cwd: folder.path, home: folder.at('home') });

const servers = (map: object) => ({ mcpServers: map });

async function listed(...words: string[]): Promise<readonly InventoryServer[]> {
  const { out } = await cli('inventory', '-f', 'json', ...words);
  return JSON.parse(out).servers;
}
const places = (list: readonly InventoryServer[]) =>
  list.map(({ checkout, file, line, name, state, level }) => `${checkout}/${file}:${line} ${name} ${state} ${level}`);

/** Creates two checkouts, a folder with config files, and other folders. */
async function fleet(): Promise<void> {
  folder.write('repos/a/.git/HEAD', '');
  folder.write('repos/a/.omp/mcp.json', servers({ docs: { command: 'npx', args: ['-y', '@acme/docs@1.2.3'] } }));
  folder.write('repos/a/.mcp.json', servers({ docs: { command: 'other' }, off: { command: 'off', enabled: false } }));
  folder.write('repos/a/.cursor/mcp.json', servers({ web: { url: 'https://mcp.example.com/mcp' } }));
  folder.write('repos/a/.vscode/mcp.json', {
    servers: { editor: { type: 'stdio', command: 'uvx', args: ['tool==2.0'] } },
  });
  folder.write(
    'repos/a/apps/x/.mcp.json',
    servers({ nested: { command: 'docker', args: ['run', '-i', 'ghcr.io/acme/x:1.0'] } }),
  );
  folder.write('repos/a/node_modules/y/.mcp.json', servers({ hidden: { command: 'x' } }));
  folder.write('repos/team/b/.git', 'gitdir: elsewhere\n');
  folder.write('repos/team/b/mcp.json', servers({ b: { type: 'http', url: 'https://b.example:8443/mcp' } }));
  folder.write('repos/plain/.mcp.json', servers({ plain: { command: '/opt/bin/plain' } }));
  folder.write('repos/none/readme.json', { servers: {} });
}

describe('inventory', () => {
  test('lists every server of every checkout with its file and state', async () => {
    await fleet();
    expect(places(await listed('repos'))).toEqual([
      'a/.omp/mcp.json:3 docs inEffect project',
      'a/.cursor/mcp.json:3 web inEffect project',
      'a/.mcp.json:3 docs overridden project',
      'a/.mcp.json:6 off disabled project',
      'a/apps/x/.mcp.json:3 nested inEffect project',
      'a/.vscode/mcp.json:3 editor notRead project',
      'plain/.mcp.json:3 plain inEffect project',
      'team/b/mcp.json:3 b inEffect project',
    ]);
  });

  test('names the versions of Oh My Pi that the repositories set', async () => {
    await fleet();
    folder.write('repos/a/.mcp-config.json', { agentVersion: '16.2.7' });
    const versions = async (...words: string[]): Promise<unknown> =>
      JSON.parse((await cli('inventory', '-f', 'json', 'repos', ...words)).out).agentVersions;
    expect(await versions()).toEqual(['16.2.7', newestVersion]);
    expect(await versions('--agent-version', '17.3.0')).toEqual(['17.3.0']);
  });

  test('shows the package and version, program, or host of each server', async () => {
    await fleet();
    const told = (await listed('repos')).map(({ package: run, program, host }) =>
      run === null ? (program ?? host) : `${run.registry} ${run.name} ${run.version}`,
    );
    expect(told).toEqual([
      'npm @acme/docs 1.2.3',
      'mcp.example.com',
      'other',
      'off',
      'image ghcr.io/acme/x 1.0',
      'python tool 2.0',
      'plain',
      'b.example:8443',
    ]);
  });

  test('accepts a checkout, several folders, or a folder of config files', async () => {
    await fleet();
    expect((await listed('repos/a'))[0]?.checkout).toBe('.');
    expect(new Set((await listed('repos/a', 'repos/team')).map(({ checkout }) => checkout))).toEqual(
      new Set(['a', 'team/b']),
    );
    folder.write('collection/one.json', servers({ one: { command: 'one' } }));
    folder.write('collection/package.json', { name: 'x' });
    expect(places(await listed('collection'))).toEqual(['./one.json:3 one notRead project']);
  });

  test('does not follow links to folders', async () => {
    await fleet();
    await symlink(folder.at('repos'), folder.at('repos/plain/loop'));
    expect(await listed('repos')).toHaveLength(8);
  });

  test('reports links out of a checkout instead of following them', async () => {
    await fleet();
    folder.write('home/mcp.json', servers({ mine: { command: 'mine' } }));
    folder.write('repos/a/shared.json', servers({ shared: { command: 'shared' } }));
    await symlink('../../home/mcp.json', folder.at('repos/a/mcp.json'));
    folder.write('repos/a/.roo/x', '');
    await symlink('../../../home/mcp.json', folder.at('repos/a/.roo/mcp.json'));
    await symlink('../shared.json', folder.at('repos/a/.omp/.mcp.json'));
    const { code, out, error } = await cli('inventory', 'repos');
    expect(code).toBe(2);
    expect(out).toContain('shared');
    expect(out).not.toContain('mine');
    expect(error).toBe(
      ['mcp.json', '.roo/mcp.json']
        .map((file) => `mcp-config: a/${file}: skipped, because it's a link that leads outside the checkout.\n`)
        .join(''),
    );
  });

  test('does not open a file to which a link out of a checkout leads', async () => {
    folder.write('apart/mcp.json', servers({ a: { command: 'x' } }));
    await writeFile(folder.at('not-utf-8'), new Uint8Array([0xff]));
    await symlink('../not-utf-8', folder.at('apart/.mcp.json'));
    expect((await cli('inventory', 'apart')).error).toBe(
      "mcp-config: .mcp.json: skipped, because it's a link that leads outside the checkout.\n",
    );
  });

  test('includes user-level servers only with --user', async () => {
    await fleet();
    folder.write('home/.omp/agent/mcp.json', servers({ mine: { command: 'mine' } }));
    expect(places(await listed('repos', '--user'))[0]).toBe('~/.omp/agent/mcp.json:3 mine inEffect user');
    expect((await listed('repos')).some(({ name }) => name === 'mine')).toBe(false);
  });

  test('reports invalid and unreadable files, and fails after the report', async () => {
    await fleet();
    folder.write('repos/a/.mcp.json', '{ "mcpServers": { "docs": { "command": "x" }, } ');
    folder.write('repos/a/.kiro/settings/mcp.json', '{ "mcpServers": [[[');
    folder.write('repos/team/b/mcp.json', new Uint8Array([0xff, 0xfe, 0]));
    const { code, out, error } = await cli('inventory', 'repos');
    expect(code).toBe(2);
    expect(out).toContain('@acme/docs');
    expect(error).toContain('mcp-config: a/.mcp.json: not valid; servers may be missing.\n');
    expect(error).toMatch(/mcp-config: a\/\.kiro\/settings\/mcp\.json: The text isn't valid JSON \(line 1\)/);
    expect(error).toContain("mcp-config: team/b/mcp.json: couldn't be read.\n");
  });

  test('reads the comments and trailing commas of VS Code', async () => {
    folder.write('loose/a/.vscode/mcp.json', '{ // ours\n"servers": { "docs": { "command": "docs-server" }, }, }');
    folder.write(
      'loose/a/.devcontainer/devcontainer.json',
      '{"customizations": {"vscode": {"mcp": {"servers": {"web": {"command": "web-server"}}}}}} // x',
    );
    folder.write('loose/b/.vscode/mcp.json', '{ "servers": { ');
    const { code, out, error } = await cli('inventory', 'loose');
    expect(out).toContain('docs-server');
    expect(out).toContain('web-server');
    expect([code, error]).toEqual([2, 'mcp-config: b/.vscode/mcp.json: not valid; servers may be missing.\n']);
  });

  test('reports an invalid .mcp-config.json, and fails after the report', async () => {
    await fleet();
    folder.write('repos/a/.mcp-config.json', '{ "agentVersion": "18.3.1", "rulez": {} }');
    const { code, out, error } = await cli('inventory', 'repos', '-f', 'json');
    expect([code, error]).toEqual([
      2,
      `mcp-config: ${folder.at('repos/a/.mcp-config.json')}:1:29: Unknown property "rulez". Did you mean "rules"?\n`,
    ]);
    expect(JSON.parse(out)).toMatchObject({ agentVersions: ['18.3.1', newestVersion], servers: { length: 8 } });
  });

  test('rejects a missing folder and a file', async () => {
    folder.write('mcp.json', servers({}));
    expect(await cli('inventory', 'missing')).toMatchObject({ code: 2, out: '' });
    expect((await cli('inventory', 'mcp.json')).error).toContain('mcp.json: no such folder.');
  });

  test('shows the transport and the verdict of what Oh My Pi starts if the type is unknown', async () => {
    const entry = { type: 'streamable-http', command: 'evil', url: 'https://good.example/x' };
    folder.write('r/.mcp.json', servers({ a: entry }));
    folder.write('r/.claude/mcp.json', servers({ b: entry, list: { command: ['evil'] } }));
    folder.write('r/opencode.json', { mcp: { c: { type: 'remote', url: '{env:MCP_URL}' } } });
    folder.write('policy.json', {
      allowedMcpServers: [{ serverUrl: 'https://good.example/*' }, { serverCommand: ['good'] }, { serverName: 'list' }],
    });
    const list = await listed('r', '--policy', 'policy.json');
    expect(list.map(({ name, transport, policy }) => [name, transport, policy?.verdict]).toSorted()).toEqual([
      ['a', 'stdio', 'notListed'],
      ['b', 'stdio', 'notListed'],
      ['c', 'http', 'notListed'],
      ['list', 'stdio', 'notListed'],
    ]);
  });

  test('shows the host to which a URL leads', async () => {
    const urls = {
      a: 'https://evil.example\\@good.example/x',
      b: 'https://good.example@evil.example:8443/x',
      c: 'https://${HOST}/x',
    };
    const entries = Object.entries(urls).map(([name, url]) => [name, { type: 'http', url }]);
    folder.write('r/.mcp.json', servers(Object.fromEntries(entries)));
    expect((await listed('r')).map(({ host }) => host)).toEqual(['evil.example', 'evil.example:8443', '${host}']);
  });

  test('shows the verdict of a policy for each server', async () => {
    await fleet();
    folder.write('policy.json', {
      allowedMcpServers: [{ serverUrl: 'https://mcp.example.com/*' }, { serverName: 'docs' }],
      deniedMcpServers: [{ serverCommand: ['uvx', 'tool==2.0'] }],
    });
    const told = (await listed('repos', '--policy', 'policy.json')).map(
      ({ name, policy }) => `${name} ${policy?.verdict}`,
    );
    expect(told).toEqual([
      'docs allowed',
      'web allowed',
      'docs allowed',
      'off notListed',
      'nested notListed',
      'editor denied',
      'plain notListed',
      'b notListed',
    ]);
    const { out } = await cli('inventory', 'repos', '--policy', 'policy.json');
    expect(out).toContain('Policy: 3 allowed, 1 denied, 4 not listed (not enforced).');
    folder.write('bad.json', '{');
    expect(await cli('inventory', 'repos', '--policy', 'bad.json')).toMatchObject({ code: 2, out: '' });
  });
});

describe('inventory formats', () => {
  test('show a line for each server in the table', async () => {
    await fleet();
    const { code, out } = await cli('inventory', 'repos/a');
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'NAME    TRANSPORT  PACKAGE OR HOST  VERSION  STATE       FILE',
        'docs    stdio      @acme/docs       1.2.3    in effect   .omp/mcp.json:3',
        'web     http       mcp.example.com           in effect   .cursor/mcp.json:3',
        'docs    stdio      other                     overridden  .mcp.json:3',
        'off     stdio      off                       disabled    .mcp.json:6',
        'nested  stdio      ghcr.io/acme/x   1.0      in effect   apps/x/.mcp.json:3',
        'editor  stdio      tool             2.0      not read    .vscode/mcp.json:3',
        '',
        '6 servers in 5 files of 1 checkout.',
        '',
      ].join('\n'),
    );
  });

  test('escape and truncate hostile names in the table, and escape formulas in CSV', async () => {
    const name = '=HYPERLINK("https://evil.example")\u202e\u001b[31m,\n';
    folder.write('r/.mcp.json', servers({ [name]: { command: '+cmd' }, [`${'x'.repeat(100)}`]: { command: 'x' } }));
    const { out } = await cli('inventory', 'r');
    expect(out).toContain('=HYPERLINK("https://evil.example")\\u{202e}\\u{1b…');
    expect(out).toContain(`${'x'.repeat(47)}…`);
    const { out: csv } = await cli('inventory', 'r', '-f', 'csv');
    const [, first = ''] = csv.split('\r\n');
    expect(first).toContain(',"\'=HYPERLINK(""https://evil.example"")\\u{202e}\\u{1b}[31m,\\n",stdio,');
    expect(first).toContain(',"\'+cmd",');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(3);
  });

  test('include valid and reproducible CycloneDX 1.6 with package URLs', async () => {
    await fleet();
    folder.write('repos/a/.mcp.json', servers({ 'odd \u0000 name': { type: 'sse', url: '${HOST}' }, none: {} }));
    const { out } = await cli('inventory', 'repos', '-f', 'cyclonedx');
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(out)).toBeNull();
    const bom = JSON.parse(out);
    expect(bom.components.flatMap(({ purl }: { purl?: string }) => purl ?? [])).toEqual([
      'pkg:pypi/tool@2.0',
      'pkg:docker/acme/x@1.0?repository_url=ghcr.io',
      'pkg:npm/%40acme/docs@1.2.3',
    ]);
    expect(bom.services.map(({ name }: { name: string }) => name)).toContain('web');
    expect((await cli('inventory', 'repos', '-f', 'cyclonedx')).out).toBe(out);
  });

  test('escape characters in CycloneDX that control a terminal or reorder text', async () => {
    const name = 'docs\u202egnp\u009b31m\u007f';
    folder.write('r/.mcp.json', servers({ [name]: { type: 'http', url: 'https://example.com/mcp' } }));
    const { out } = await cli('inventory', 'r', '-f', 'cyclonedx');
    expect(out).toContain('"docs\\u202egnp\\u009b31m\\u007f"');
    expect(out).not.toMatch(/[\u202e\u009b\u007f]/);
    expect(JSON.parse(out).services[0].name).toBe(name);
  });

  test('omit secrets, which are not part of the digest either', async () => {
    const secrets = ['ghp_0123456789012345678901234567890123456', 'k3Jq9vT2mXw8Lr5Z', 'hunter2pass9'];
    const [token = '', key = '', password = ''] = secrets;
    const withSecrets = (one: string, two: string, three: string) =>
      servers({
        args: { command: 'npx', args: ['-y', 'tool@1.0', '--api-key', two, `--token=${one}`, `PASSWORD=${three}`] },
        env: { command: 'x', env: { API_KEY: two }, headers: { Authorization: `Bearer ${one}` } },
        line: { command: `TOKEN=${two} npx -y tool --token ${one}` },
        url: { type: 'http', url: `https://me:${three}@host.example/${one}/mcp?key=${two}#${one}` },
        git: { command: 'uvx', args: ['--from', `git+https://${three}:${two}@git.example/o/r@v1`, 'tool'] },
        alias: { command: 'npx', args: [`tool@git+https://${three}:${two}@git.example/o/r`] },
        header: { type: 'http', url: 'https://host.example/mcp', headers: { 'X-Api-Key': two } },
        cut: { type: 'http', url: `https://host.example/mcp?api_key=${three}&mode=a#token=${three}` },
        docker: { command: 'docker', args: ['run', '-e', `API_TOKEN=${one}`, 'acme/x'] },
        proxy: {
          command: 'npx',
          args: ['mcp-remote', `https://h.example/mcp?token=${two}`, '--header', `Authorization: Bearer ${one}`],
        },
      });
    folder.write('r/.mcp.json', withSecrets(token, key, password));
    folder.write('r/.vscode/mcp.json', { servers: withSecrets(token, key, password).mcpServers });
    const before = await cli('inventory', 'r', '-f', 'json');
    for (const format of ['text', 'json', 'csv', 'cyclonedx']) {
      const { out, error } = await cli('inventory', 'r', '-f', format);
      for (const secret of secrets) expect(out + error).not.toContain(secret);
    }
    expect(JSON.parse(before.out).servers[1].env).toEqual(['API_KEY']);
    folder.write(
      'r/.mcp.json',
      withSecrets('ghp_9999456789012345678901234567890123456', 'Zq9vT2mXw8Lr5k3J', 'other1pass7'),
    );
    folder.write('old.json', before.out);
    expect((await cli('inventory', 'r', '--against', 'old.json')).out).toContain('0 removed, 0 changed.');
  });
});

describe('comparison with an earlier inventory', () => {
  test('reports added, removed, and changed servers by stable IDs', async () => {
    await fleet();
    const { out: old } = await cli('inventory', 'repos', '-f', 'json');
    folder.write('old.json', old);
    expect(await cli('inventory', 'repos', '--against', 'old.json')).toEqual({
      code: 0,
      out: '0 servers added, 0 removed, 0 changed.\n',
      error: '',
    });
    folder.write(
      'repos/a/.omp/mcp.json',
      `\n\n${JSON.stringify(servers({ docs: { command: 'npx', args: ['-y', '@acme/docs@1.3.0'] } }))}`,
    );
    folder.write(
      'repos/plain/.mcp.json',
      servers({ plain: { command: '/opt/bin/plain', args: ['--more'] }, extra: { command: 'extra' } }),
    );
    await rm(folder.at('repos/team/b/mcp.json'));
    const { code, out } = await cli('inventory', 'repos', '--against', 'old.json');
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      '+ extra (plain/.mcp.json:9)',
      '- b (team/b/mcp.json:3)',
      '~ docs (a/.omp/mcp.json:3): version 1.2.3 → 1.3.0, command, arguments, or URL changed',
      '~ plain (plain/.mcp.json:3): command, arguments, or URL changed',
      '',
      '1 server added, 1 removed, 2 changed.',
      '',
    ]);
    const { out: json } = await cli('inventory', 'repos', '--against', 'old.json', '-f', 'json');
    const { changes } = JSON.parse(json);
    expect(changes.changed[0].fields[0]).toEqual({ field: 'version', before: '1.2.3', after: '1.3.0' });
    expect([changes.added.length, changes.removed.length]).toEqual([1, 1]);
  });

  test('assigns different IDs to servers with the same name', async () => {
    folder.write('repos/x/r/.mcp.json', servers({ a: { command: 'a' } }));
    folder.write('other/repos/r/.mcp.json', servers({ a: { command: 'a' } }));
    const ids = (await listed('repos/x', 'other/repos', 'repos/x')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  const entry = '{"id": "1", "name": "a", "checkout": "", "file": "f", "line": 1}';
  test.each([
    ['', ':1:1: Invalid JSON (empty).'],
    ['{\n"version": 1,\n"servers": [}', ':3:12: Invalid JSON (unclosed).'],
    ['[]', ":1:1: This isn't an inventory."],
    ['{"version": 2, "servers": []}', ':1:13: Unsupported version of the inventory. Expected 1.'],
    ['{"version": 1}', ':1:1: Expected an array in "servers".'],
    ['{"version": 1,\n "servers": [{"id": 1}]}', ':2:21: Expected a string in "id".'],
    [`{"version": 1,\n "servers": [${entry},\n${entry}]}`, ':3:1: Duplicate server with the ID "1".'],
  ])('reports the line of the error in an invalid inventory: %j', async (text, message) => {
    await fleet();
    folder.write('old.json', text);
    const { code, out, error } = await cli('inventory', 'repos', '--against', 'old.json');
    expect([code, out]).toEqual([2, '']);
    expect(error).toContain(`old.json${message}`);
  });

  test('reads inventories larger than the limit for config files, up to 100 MB', async () => {
    folder.write('repos/.mcp.json', servers({}));
    folder.write('old.json', `{"version": 1, "servers": [${' '.repeat(21_000_000)}]}`);
    expect((await cli('inventory', 'repos', '--against', 'old.json')).out).toBe(
      '0 servers added, 0 removed, 0 changed.\n',
    );
    await truncate(folder.at('old.json'), 100_000_001);
    expect((await cli('inventory', 'repos', '--against', 'old.json')).error).toContain('larger than 100 MB');
  });

  test('rejects unsupported formats', async () => {
    expect((await cli('inventory', '--against', 'x', '-f', 'csv')).error).toContain('--against supports only');
    expect((await cli('inventory', '-f', 'sarif')).error).toContain('Use one of text, json, csv, cyclonedx.');
  });
});

describe('package identity', () => {
  const identity = (command: string, ...args: string[]) => {
    const run = new ConfigDocument(JSON.stringify(servers({ a: { command, args } }))).servers[0]?.package;
    const found = run && packageIdentity(run);
    return found === undefined ? '' : [found.registry, found.name, found.version].join(' ').trim();
  };
  test.each([
    ['npx tool', 'npm tool'],
    ['npx -y @a/b@^1.0.0', 'npm @a/b ^1.0.0'],
    ['npx @a/b@latest', 'npm @a/b latest'],
    ['uvx tool[extra]>=1.2', 'python tool 1.2'],
    ['uvx tool@1.2', 'python tool 1.2'],
    ['uvx --from git+https://me:pw@git.example/o/r@v1 tool', 'url git.example/o/r v1'],
    ['npx github:o/r#main', 'url github:o/r main'],
    ['docker run localhost:5000/x:1@sha256:abc', 'image localhost:5000/x sha256:abc'],
    ['docker run x', 'image x'],
    ['docker run -it --rm -eKEY=1 -v/a:/b -p 1:1 x', 'image x'],
    ['docker run -ite KEY --mac-address 0 x', 'image x'],
    ['docker run --unknown value x', ''],
    ['docker run --unknown=value x', 'image x'],
    ['podman run -Z value x', ''],
    ['npx ./local', ''],
    ['npx tool-${VERSION}', ''],
  ])('of %s is %s', (line, expected) => {
    const [command = '', ...args] = line.split(' ');
    expect(identity(command, ...args)).toBe(expected);
  });
});
