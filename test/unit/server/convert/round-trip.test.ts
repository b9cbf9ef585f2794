/** Values that both formats support survive a round trip. Values that only the tool supports are always reported. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TargetFormat } from '../../../../common/generated/targets.ts';
import type { ToolId } from '../../../../common/generated/tools.ts';
import { ConversionError, convert } from '../../../../server/convert/index.ts';
import { corpusFolder } from '../../../corpus.ts';
import { fc, runs } from '../../random-runs.ts';
import { obeysTheSpec } from '../support.ts';
import { lostInSilence } from './accounting.ts';

/** Makes each value unique, so that it can be found again. */
let count = 0;
const word = fc.constantFrom('a', 'b').map((letter) => `${letter}${++count}z`);
const number = (least: number, step: number) => fc.nat(0).map(() => least + step * ++count);
const words = fc.array(word, { minLength: 1, maxLength: 3 });
/** A list of tools; `*` means all of them. */
const toolNames = fc.oneof(words, fc.constant(['*']));
const pairs = (value: fc.Arbitrary<string> = word) =>
  fc.dictionary(fc.constantFrom('A', 'B', 'X-Y'), value, { minKeys: 1 });
const url = word.map((path) => `https://example.com/${path}`);
const sse = word.map((path) => `https://example.com/${path}/sse`);
const variable = (form: string) => fc.constantFrom('TOKEN', 'KEY').map((name) => form.replace('N', name));

/** An object with all of the required members and some of the optional ones. */
const entry = (required: Record<string, fc.Arbitrary<unknown>>, optional: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
const process = (values: fc.Arbitrary<string>) => ({ args: words, env: pairs(fc.oneof(word, values)) });
const timeout = number(2000, 1);

interface Form {
  readonly to: TargetFormat;
  readonly root: string;
  readonly entry: fc.Arbitrary<unknown>;
}

const env = variable('${env:N}');
const own = variable('${N}');
const braces = variable('{env:N}');

/** Values that both the tool and the agent's format support, as the tool writes them. */
const forms: readonly Form[] = [
  {
    to: 'vscode',
    root: 'servers',
    entry: fc.oneof(
      entry({ type: fc.constant('stdio'), command: word }, { ...process(env), cwd: word }),
      entry({ type: fc.constantFrom('http', 'sse'), url }, { headers: pairs(env), oauth: entry({ clientId: word }) }),
    ),
  },
  {
    to: 'cursor',
    root: 'mcpServers',
    entry: fc.oneof(
      entry({ command: word }, process(env)),
      entry(
        { url: fc.oneof(url, sse) },
        { headers: pairs(env), auth: entry({ CLIENT_ID: word }, { CLIENT_SECRET: env, scopes: words }) },
      ),
    ),
  },
  {
    to: 'claude-code',
    root: 'mcpServers',
    entry: fc.oneof(
      entry({ command: word }, { ...process(own), timeout }),
      entry(
        { type: fc.constantFrom('http', 'sse'), url },
        {
          headers: pairs(own),
          timeout,
          oauth: entry({ clientId: word }, { callbackPort: fc.integer({ min: 1, max: 65_535 }), scopes: word }),
        },
      ),
    ),
  },
  {
    to: 'gemini-cli',
    root: 'mcpServers',
    entry: fc.oneof(
      entry({ command: word }, { ...process(own), cwd: word, timeout }),
      entry(
        { type: fc.constantFrom('http', 'sse'), url },
        {
          headers: pairs(own),
          timeout,
          oauth: entry(
            { enabled: fc.constant(true), clientId: word },
            { clientSecret: own, redirectUri: word, scopes: words },
          ),
        },
      ),
    ),
  },
  {
    to: 'opencode',
    root: 'mcp',
    entry: fc.oneof(
      entry(
        { type: fc.constant('local'), command: words },
        { environment: pairs(braces), enabled: fc.boolean(), timeout },
      ),
      entry(
        { type: fc.constant('remote'), url: fc.oneof(url, sse) },
        {
          headers: pairs(braces),
          enabled: fc.boolean(),
          timeout,
          oauth: entry({ clientId: word }, { clientSecret: braces, scope: word, redirectUri: word }),
        },
      ),
    ),
  },
  {
    to: 'zed',
    root: 'context_servers',
    entry: fc.oneof(
      // Older versions require `args`.
      entry({ command: word, args: words }, { env: pairs(), timeout: number(1, 1), enabled: fc.boolean() }),
      entry(
        { url },
        { headers: pairs(), timeout: number(1, 1), oauth: entry({ client_id: word }, { client_secret: word }) },
      ),
    ),
  },
];

describe.each(forms)('$to → Oh My Pi → $to', ({ to, root, entry: arbitrary }) => {
  test('preserves all values and reports nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('a', 'b', 'c'), arbitrary, { minKeys: 1 }), async (servers) => {
        const file = JSON.stringify({ [root]: servers });
        const there = await convert(file, { from: to });
        expect(there.report).toEqual([]);
        expect(obeysTheSpec(there.text)).toBe(true);
        const back = await convert(there.text, { from: 'oh-my-pi', to });
        expect(back.report).toEqual([]);
        expect(JSON.parse(back.text)).toEqual(JSON.parse(file));
      }),
      { numRuns: runs(60) },
    );
  });
});

const flag = fc.boolean();
const client = { clientId: word, clientSecret: word, scope: word, redirectUri: word };
const tokens = {
  ...client,
  enabled: flag,
  authorizationUrl: word,
  issuer: word,
  tokenUrl: word,
  scopes: words,
  audiences: words,
};
const gemini = {
  ...{ cwd: word, timeout, trust: flag, description: word, includeTools: toolNames, excludeTools: toolNames },
  ...{ authProviderType: word, targetAudience: word, targetServiceAccount: word, tcp: word, oauth: entry({}, tokens) },
};
const transports = fc.constantFrom('stdio', 'http', 'sse', 'ws', 'local', 'remote', 'streamable-http', 'builtin');

/** All keys of each tool (facts: the table of dialects), whether or not they are compatible. */
const keys: Readonly<Partial<Record<ToolId, Record<string, fc.Arbitrary<unknown>>>>> = {
  'claude-desktop': {},
  'claude-code': {
    headersHelper: word,
    alwaysLoad: flag,
    timeout,
    oauth: entry({}, { ...client, authServerMetadataUrl: word }),
  },
  vscode: { envFile: word, cwd: word, dev: entry({ watch: word }), sandboxEnabled: flag, oauth: entry({}, client) },
  cursor: { envFile: word, auth: entry({}, { CLIENT_ID: word, CLIENT_SECRET: word, scopes: words }) },
  windsurf: { serverUrl: url, disabled: flag, disabledTools: toolNames },
  devin: { transport: fc.constant('http') },
  cline: {
    ...{
      timeout: number(1, 1),
      autoApprove: toolNames,
      alwaysAllow: toolNames,
      disabledTools: toolNames,
      watchPaths: words,
    },
    ...{ metadata: entry({ note: word }), disabled: flag, cwd: word, oauth: entry({}, client) },
    transport: entry(
      { type: fc.constantFrom('stdio', 'sse', 'streamableHttp') },
      { command: word, url, args: words, icon: word },
    ),
  },
  kilo: { environment: pairs(), enabled: flag, timeout, oauth: entry({}, client) },
  'gemini-cli': { ...gemini, httpUrl: url },
  'qwen-code': { ...gemini, httpUrl: url, discoveryTimeoutMs: timeout, versionNegotiation: word },
  codex: {
    ...{ env_vars: fc.array(fc.oneof(word, entry({ name: word }, { source: fc.constantFrom('local', 'remote') }))) },
    ...{ cwd: word, http_headers: pairs(), env_http_headers: pairs(), bearer_token_env_var: word, scopes: words },
    ...{
      startup_timeout_sec: number(1, 1),
      startup_timeout_ms: timeout,
      tool_timeout_sec: number(1, 1),
      required: flag,
    },
    ...{
      supports_parallel_tool_calls: flag,
      default_tools_approval_mode: word,
      tools: entry({ a: entry({ mode: word }) }),
    },
    ...{ oauth: entry({}, { client_id: word }), oauth_resource: word, enabled: flag, enabled_tools: toolNames },
  },
  opencode: {
    ...{ environment: pairs(), cwd: word, enabled: flag, disabled: flag },
    timeout: fc.oneof(timeout, entry({}, { startup: timeout, request: timeout })),
    oauth: entry({}, { client_id: word, client_secret: word, scope: word, redirect_uri: word }),
  },
  zed: {
    timeout: number(1, 1),
    oauth: entry({}, { client_id: word }),
    remote: flag,
    source: word,
    enabled: flag,
    settings: pairs(),
  },
  continue: {
    cwd: word,
    connectionTimeout: timeout,
    requestOptions: entry({}, { headers: pairs(), timeout }),
    envFile: word,
  },
  'copilot-cli': { tools: toolNames, id: word },
  kiro: {
    autoApprove: toolNames,
    disabledTools: toolNames,
    alwaysAllow: toolNames,
    description: word,
    timeout,
    disabled: flag,
  },
  amp: {},
  goose: {
    ...{ cmd: word, uri: url, envs: pairs(), env_keys: words, timeout: number(1, 1), available_tools: toolNames },
    ...{ enabled: flag, name: word, description: word, bundled: flag },
  },
  warp: { working_directory: word, start_on_launch: flag },
  crush: { timeout: number(1, 1), disabled: flag, disabled_tools: toolNames },
  'amazon-q': { timeout, disabled: flag },
  factory: { disabled: flag, disabledTools: toolNames },
  antigravity: {
    ...{ serverUrl: url, authProviderType: word, clientId: word, clientSecret: word, disabled: flag, enabled: flag },
    disabledTools: toolNames,
  },
  junie: {},
  'lm-studio': { envFile: word },
};
const roots: Readonly<Partial<Record<ToolId, string>>> = {
  ...{ vscode: 'servers', zed: 'context_servers', codex: 'mcp_servers', opencode: 'mcp', kilo: 'mcp', crush: 'mcp' },
  ...{ goose: 'extensions', amp: 'amp.mcpServers' },
};

describe.each(Object.entries(keys))('%s → Oh My Pi', (dialect, special) => {
  const common = {
    type: transports,
    command: word,
    args: words,
    env: pairs(),
    url: fc.oneof(url, sse),
    headers: pairs(),
  };
  const arbitrary = entry({}, { ...common, ...special, unheardOf: word });
  const root = roots[dialect as ToolId] ?? 'mcpServers';

  test('preserves or reports every value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('a', 'b'), arbitrary, { minKeys: 1 }), async (servers) => {
        // In a file of Codex, JSON is written like inline tables; the reader returns the same tree for both.
        const result = await convert(JSON.stringify({ [root]: servers }), { from: dialect as ToolId });
        expect(obeysTheSpec(result.text)).toBe(true);
        const silent = lostInSilence(servers, result);
        expect(silent, `${JSON.stringify(servers)}\n${result.text}\n${result.reportText}`).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  });
});

/** Real files with their paths in their repositories. */
function realFiles(folder: string): readonly { readonly name: string; readonly path: string; readonly text: string }[] {
  const index = path.join(folder, 'index.tsv');
  if (!existsSync(index)) return [];
  const [, ...lines] = readFileSync(index, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [name = '', , own = ''] = line.split('\t');
    const file = [path.join(folder, name), path.join(folder, '..', name)].find((place) => existsSync(place));
    return file === undefined ? [] : [{ name, path: `/p/${own}`, text: readFileSync(file, 'utf8') }];
  });
}

const real = [corpusFolder, path.resolve(corpusFolder, '../corpus-new/other-tools')].flatMap(realFiles);

// The real files aren't part of the project. Without them, there is no such test.
if (real.length > 0)
  test('preserves or reports every value of real files', async () => {
    let servers = 0;
    for (const { name, path: own, text } of real) {
      let result: Awaited<ReturnType<typeof convert>>;
      try {
        result = await convert(text, { path: own });
      } catch (error) {
        expect(error, name).toBeInstanceOf(ConversionError);
        continue;
      }
      const file = readLoosely(text);
      const source = [file.mcpServers, file.servers].find((each) => typeof each === 'object' && each !== null) ?? {};
      servers += result.servers.length;
      expect(lostInSilence(source as Record<string, unknown>, result), `${name}\n${result.text}`).toEqual([]);
    }
    expect(servers).toBeGreaterThan(200);
  });

/** Returns the object in a text, or an empty one if only a tolerant parser can read it. */
function readLoosely(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
