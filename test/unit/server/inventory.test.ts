// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look in config files
/** `mcp-config inventory`: what the sessions of `test/fixtures/cli/inventory.txt` can't show. */
import { truncate } from 'node:fs/promises';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newestVersion } from '../../../server/config/oh-my-pi/version.ts';
import { packageIdentity } from '../../../server/config/packages/package-identity.ts';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = new TemporaryFolder('inventory');
});
afterEach(() => folder.remove());

const cli = (...words: string[]) => runCli(words, { cwd: folder.path, home: folder.at('home') });

const servers = (map: object) => ({ mcpServers: map });

test('names the versions of Oh My Pi that the repositories set, also in an invalid file', async () => {
  folder.write('a/.mcp.json', servers({ a: { command: 'a' } }));
  folder.write('b/.mcp.json', servers({ b: { command: 'b' } }));
  for (const more of [{}, { rulez: {} }]) {
    folder.write('a/.mcp-config.json', { agentVersion: '16.2.7', ...more });
    const versions = async (...words: string[]): Promise<unknown> =>
      JSON.parse((await cli('inventory', '-f', 'json', ...words)).out).agentVersions;
    expect(await versions()).toEqual(['16.2.7', newestVersion]);
    expect(await versions('--agent-version', '17.3.0')).toEqual(['17.3.0']);
  }
});

test('writes valid and reproducible CycloneDX 1.6 with package URLs', async () => {
  folder.write('a/.omp/mcp.json', servers({ docs: { command: 'npx', args: ['-y', '@acme/docs@1.2.3'] } }));
  folder.write(
    'a/.mcp.json',
    servers({
      'odd \u0000 name': { type: 'sse', url: '${HOST}' },
      none: {},
      web: { type: 'http', url: 'https://mcp.example.com/mcp' },
      variable: { type: 'http', url: 'https://${HOST}/mcp' },
      program: { command: '/opt/bin/plain' },
    }),
  );
  folder.write(
    'a/apps/x/.mcp.json',
    servers({ nested: { command: 'docker', args: ['run', '-i', 'ghcr.io/acme/x:1.0'] } }),
  );
  folder.write('a/.vscode/mcp.json', { servers: { editor: { command: 'uvx', args: ['tool==2.0'] } } });
  const { out } = await cli('inventory', '-f', 'cyclonedx');
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(out)).toBeNull();
  const bom = JSON.parse(out);
  expect(bom.components.flatMap(({ purl }: { purl?: string }) => purl ?? [])).toEqual([
    'pkg:pypi/tool@2.0',
    'pkg:docker/acme/x@1.0?repository_url=ghcr.io',
    'pkg:npm/%40acme/docs@1.2.3',
  ]);
  const hosts = bom.services.map((one: { name: string; externalReferences?: readonly { url: string }[] }) => [
    one.name,
    one.externalReferences?.[0]?.url,
  ]);
  expect(hosts).toContainEqual(['web', 'https://mcp.example.com/']);
  // Not the address of a host.
  expect(hosts).toContainEqual(['variable', undefined]);
  expect((await cli('inventory', '-f', 'cyclonedx')).out).toBe(out);
});

test('escapes characters in CycloneDX that control a terminal or reorder text', async () => {
  const name = 'docs\u202egnp\u009b31m\u007f';
  folder.write('r/.mcp.json', servers({ [name]: { type: 'http', url: 'https://example.com/mcp' } }));
  const { out } = await cli('inventory', 'r', '-f', 'cyclonedx');
  expect(out).toContain('"docs\\u202egnp\\u009b31m\\u007f"');
  expect(out).not.toMatch(/[\u202e\u009b\u007f]/);
  expect(JSON.parse(out).services[0].name).toBe(name);
});

test('omits secrets, which are not part of the digest either', async () => {
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
  expect((await cli('inventory', 'r', '--baseline', 'old.json')).out).toContain('0 removed, 0 changed.');
});

test.each(['inventory -f csv', 'inventory -f json', 'inventory', 'doctor -f json', 'effective', 'agents', 'check'])(
  'masks tokens in names and in values that are quoted: %s',
  async (words) => {
    const token = 'ghp_0123456789012345678901234567890123456';
    folder.write('.mcp.json', servers({ [token]: { type: token, command: 'x', env: { [token]: '1' }, [token]: 1 } }));
    folder.write('.mcp-agents.json', { agents: { A: { files: [{ path: 'x.json', syntax: token }] } } });
    const { out, error } = await cli(...words.split(' '));
    expect(out).toContain('<secret>');
    expect(out + error).not.toContain(token);
  },
);

test('reads inventories larger than the limit for config files, up to 100 MB', async () => {
  folder.write('repos/.mcp.json', servers({}));
  folder.write('old.json', `{"version": 1, "servers": [${' '.repeat(21_000_000)}]}`);
  expect((await cli('inventory', 'repos', '--baseline', 'old.json')).out).toBe(
    '0 servers added, 0 removed, 0 changed.\n',
  );
  await truncate(folder.at('old.json'), 100_000_001);
  expect((await cli('inventory', 'repos', '--baseline', 'old.json')).error).toContain('larger than 100 MB');
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
