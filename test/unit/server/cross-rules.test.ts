// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** Rules that depend on other files or on the computer. */
import { describe, expect, test } from 'vitest';
import type { Machine } from '../../../server/config/platform.ts';
import { OpenDocument } from '../../../server/config/servers/open-document.ts';
import { diagnosticsOf } from '../../../server/protocol/diagnostics-provider.ts';
import { crossRules, runCrossRules } from '../../../server/rules/cross/cross-rules.ts';
import type { Finding } from '../../../server/rules/rule.ts';
import { rules } from '../../../server/rules/rule-list.ts';
import { RuleOptions } from '../../../server/workspace/rule-options.ts';
import type { Workspace } from '../../../server/workspace/workspace.ts';
import { config, home, MemoryFiles, openIn, project, workspaceWith } from './files.ts';
import { obeysTheSpec, problemsOf } from './support.ts';

const own = `${project}/.omp/mcp.json`;
const user = `${home}/.omp/agent/mcp.json`;
const standalone = `${project}/.mcp.json`;
const x = { command: 'x' };
const y = { command: 'y' };

function check(
  workspace: Workspace,
  uri: string,
  trusted = false,
  others: Partial<Parameters<typeof runCrossRules>[0]> = {},
): readonly Finding[] {
  const view = workspace.view(openIn(workspace, uri));
  if (view.effective === undefined) return [];
  const elsewhere = workspace.places.all.map((place) => workspace.placeState(place).effective);
  return runCrossRules({
    file: view.file,
    effective: view.effective,
    place: view.place,
    machine: trusted ? workspace.lookups : undefined,
    elsewhere,
    concernsOhMyPi: true,
    isUsedElsewhere: () => false,
    ...others,
  });
}

/** Returns `code at text: message` for each problem. */
function told(workspace: Workspace, uri: string, trusted = false): string[] {
  const text = workspace.machine.files.read(uri) ?? '';
  return check(workspace, uri, trusted).map(
    ({ code, offset, length, message }) => `${code} at ${text.slice(offset, offset + length)}: ${message}`,
  );
}

describe('every rule', () => {
  test('has a unique code', () => {
    const codes = [...rules, ...crossRules].map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'shadowed-by-name': { [own]: config({ docs: { command: 'other' } }) },
    'shadowed-by-invalid': { [own]: config({ docs: {} }) },
  };
  const machine: Partial<Machine> = { hasCommand: (name) => ['docs-server', 'node'].includes(name) };
  const there = { [`${project}/tools/x`]: '', [`${project}/server.js`]: '' };

  test.each(crossRules.map((rule) => [rule.code, rule] as const))('%s: its examples show it', (code, { docs }) => {
    expect(obeysTheSpec(docs.wrong)).toBe(true);
    expect(problemsOf(docs.right).filter(({ severity }) => severity === 'error')).toEqual([]);
    const uri = code === 'unknown-listed-name' ? user : standalone;
    const around = others[code] ?? {};
    const codesOf = (text: string) => {
      const files = { ...around, ...there, [uri]: text };
      return check(workspaceWith(files, { machine }), uri, true).map((problem) => problem.code);
    };
    expect(codesOf(docs.wrong)).toEqual([code]);
    expect(codesOf(docs.right)).toEqual([]);
  });

  test('reports nothing in a file that the agent skips', () => {
    const workspace = workspaceWith({
      [own]: config({ a: x }),
      [standalone]: '{"mcpServers": {"a": {"command": "x"},}}',
    });
    expect(check(workspace, standalone)).toEqual([]);
  });
});

test('the states of the servers of another agent are determined only for a program that is missing', () => {
  const files = { [standalone]: config({ here: x, missing: y, off: { ...y, enabled: false } }) };
  const workspace = workspaceWith(files, { machine: { hasCommand: (name) => name === 'x' } });
  const asked: string[] = [];
  const isUsedElsewhere = (name: string): boolean => {
    asked.push(name);
    return true;
  };
  const found = check(workspace, standalone, true, { concernsOhMyPi: false, isUsedElsewhere });
  expect([found.map(({ code }) => code), asked]).toEqual([['command-not-found'], ['missing']]);
});

describe('shadowed', () => {
  test('by name: the message contains the file, the location is linked, and the key is faded', () => {
    const workspace = workspaceWith({ [own]: config({ a: x }), [standalone]: config({ a: y }) });
    expect(check(workspace, standalone)).toEqual([
      {
        code: 'shadowed-by-name',
        severity: 'information',
        offset: 15,
        length: 3,
        message: 'In Oh My Pi, "a" is overridden by .omp/mcp.json. This entry has no effect.',
        tag: 'unnecessary',
        related: [{ uri: own, offset: 15, length: 3, message: 'Definition of "a" that is used.' }],
      },
    ]);
    expect(check(workspace, own)).toEqual([]);
  });

  test('by a disabled entry', () => {
    const workspace = workspaceWith({ [own]: config({ a: { enabled: false } }), [standalone]: config({ a: y }) });
    expect(told(workspace, standalone)).toEqual([
      `shadowed-by-name at "a": In Oh My Pi, "a" is overridden by .omp/mcp.json, even though it's disabled there. This entry has no effect.`,
    ]);
  });

  test('by an entry that isn’t valid, so that the name is lost', () => {
    const gemini = `${project}/.gemini/settings.json`;
    const workspace = workspaceWith({
      [gemini]: config({ a: { httpUrl: 'https://a.b/' } }),
      [standalone]: config({ a: y }),
    });
    expect(told(workspace, standalone)).toEqual([
      'shadowed-by-invalid at "a": In Oh My Pi, "a" is overridden by .gemini/settings.json, but that entry isn\'t valid: missing "command" or "url". Oh My Pi uses no server with this name. Rename this one, or correct the other.',
    ]);
  });

  test('by connection, in the same or another file', () => {
    const workspace = workspaceWith({ [own]: config({ a: x }), [standalone]: config({ b: x, c: y, d: y }) });
    expect(told(workspace, standalone)).toEqual([
      'shadowed-by-connection at "b": In Oh My Pi, "b" is overridden by "a" in .omp/mcp.json, which has the same connection. Remove this entry.',
      'shadowed-by-connection at "d": In Oh My Pi, "d" is overridden by "c" in this file, which has the same connection. Remove this entry.',
    ]);
  });

  test('by connection, but not an entry with an unknown property', () => {
    const unclear = { ...y, disabledTools: ['a'] };
    const workspace = workspaceWith({ [standalone]: config({ a: y, b: unclear, c: y }) });
    expect(told(workspace, standalone)).toEqual([expect.stringMatching(/^shadowed-by-connection at "c"/)]);
  });

  test('by connection, but not an entry with an unknown type', () => {
    const entry = { ...y, type: 'local' };
    expect(told(workspaceWith({ [standalone]: config({ a: entry, b: entry }) }), standalone)).toEqual([]);
  });

  test('a denied server isn’t reported as shadowed', () => {
    const lists = config({}, { disabledServers: ['a'] });
    const workspace = workspaceWith({ [own]: config({ a: x }), [standalone]: config({ a: y }), [user]: lists });
    expect(check(workspace, standalone)).toEqual([]);
  });
});

describe('listed names', () => {
  const listing = config({}, { disabledServers: ['a', 'web-serch'], enabledServers: ['gone'] });

  test('are looked up in all sources, including imported ones', () => {
    const texts = { [user]: listing, [`${project}/.cursor/mcp.json`]: config({ a: x, 'web-search': y }) };
    expect(told(workspaceWith(texts), user)).toEqual([
      'unknown-listed-name at "web-serch": Unknown server "web-serch" in "disabledServers". Did you mean "web-search"?',
      `unknown-listed-name at "gone": Unknown server "gone" in "enabledServers". Check the spelling, or keep it for a project that isn't open.`,
    ]);
  });

  test('are reported without suggestions, and in time, if there are thousands', () => {
    const names = Array.from({ length: 4000 }, (_, index) => `server-${index}`);
    const servers = Object.fromEntries(names.map((name) => [name, x]));
    const workspace = workspaceWith({ [user]: config(servers, { disabledServers: names.map((name) => `${name}s`) }) });
    const start = performance.now();
    const messages = told(workspace, user).filter((message) => message.startsWith('unknown-listed-name'));
    expect(performance.now() - start).toBeLessThan(5000);
    expect(messages).toHaveLength(names.length);
    expect(messages.join()).not.toContain('Did you mean');
  });

  test('of plugins, or next to a copy in dotfiles, are reported only if they look misspelled', () => {
    const lists = config(
      { 'agent-memory': x },
      { disabledServers: ['docs:docs', 'gone', 'agent_memory', 'agent:memory'] },
    );
    const copy = `${project}/.omp/agent/mcp.json`;
    const misspelled = ['agent_memory', 'agent:memory'].map(
      (name) =>
        `unknown-listed-name at "${name}": Unknown server "${name}" in "disabledServers". Did you mean "agent-memory"?`,
    );
    expect(told(workspaceWith({ [copy]: lists }), copy)).toEqual(misspelled);
    expect(told(workspaceWith({ [user]: lists }), user)).toEqual([
      `unknown-listed-name at "gone": Unknown server "gone" in "disabledServers". Check the spelling, or keep it for a project that isn't open.`,
      ...misspelled,
    ]);
  });

  test('are looked up in all workspace folders', () => {
    const texts = {
      [user]: config({}, { disabledServers: ['a', 'b'] }),
      [standalone]: config({ a: x }),
      'file:///two/mcp.json': config({ b: x }),
    };
    const workspace = workspaceWith(texts, { roots: [project, 'file:///two'] });
    expect(told(workspace, user)).toEqual([]);
  });

  test('are also looked up in invalid files', () => {
    const texts = { [user]: config({}, { disabledServers: ['a'] }), [standalone]: '{"mcpServers": {"a": {},}}' };
    expect(told(workspaceWith(texts), user)).toEqual([]);
  });

  test('aren’t reported in files where lists have no effect', () => {
    expect(told(workspaceWith({ [own]: listing }), own)).toEqual([]);
    const secondary = `${home}/.omp/agent/.mcp.json`;
    expect(told(workspaceWith({ [secondary]: listing }), secondary)).toEqual([]);
  });
});

describe('checks of the computer', () => {
  const files = (server: object, uri = standalone) => ({
    [uri]: config({ a: server }),
    [`${project}/tools/server.py`]: '',
    [`${project}/run.sh`]: '',
    'file:///opt/bin/tool': '',
    'file:///opt/bin/plain': '',
  });
  const machine: Partial<Machine> = {
    hasCommand: (name) => ['node', 'python', 'uv'].includes(name),
    mayRun: (uri) => (uri.endsWith('/plain') ? false : uri.endsWith('/tool') || undefined),
  };
  const found = (server: object, uri = standalone) =>
    told(workspaceWith(files(server, uri), { machine }), uri, true).map((text) => text.slice(0, text.indexOf(':')));

  test.each<[string, object, string[]]>([
    ['a command that is there', { command: 'node' }, []],
    ['a command that is not', { command: 'nod' }, ['command-not-found at "nod"']],
    ['a command line, which another rule reports', { command: 'npx -y @acme/docs' }, []],
    ['a PATH of its own', { command: 'nod', env: { PATH: '/x' } }, []],
    ['a variable', { command: '${NODE}' }, []],
    ['a variable in a path', { command: '${HOME}/x', cwd: '${HOME}' }, []],
    ['the home folder', { command: '~/x', cwd: '~' }, []],
    ['an absolute path that is there', { command: '/opt/bin/tool' }, []],
    ['an absolute path that is not', { command: '/opt/bin/other' }, ['command-not-found at "/opt/bin/other"']],
    ['a file that is not executable', { command: '/opt/bin/plain' }, ['command-not-found at "/opt/bin/plain"']],
    ['a relative path', { command: './run.sh' }, []],
    ['a relative path that is not there', { command: './runs.sh' }, ['command-not-found at "./runs.sh"']],
    ['a folder that is there', { command: 'node', cwd: 'tools' }, []],
    ['a folder that is not', { command: 'node', cwd: 'tols' }, ['cwd-not-found at "tols"']],
    ['a file as a folder', { command: 'node', cwd: 'run.sh' }, ['cwd-not-found at "run.sh"']],
    ['a script', { command: 'python', args: ['-u', 'tools/server.py'] }, []],
    ['a script seen from cwd', { command: 'python', cwd: 'tools', args: ['server.py'] }, []],
    [
      'a script that is not there',
      { command: 'python', args: ['tools/servr.py'] },
      ['script-not-found at "tools/servr.py"'],
    ],
    ['one thing at a time', { command: 'python', cwd: 'tols', args: ['server.py'] }, ['cwd-not-found at "tols"']],
    ['uv runs scripts', { command: 'uv', args: ['run', 'gone.py'] }, ['script-not-found at "gone.py"']],
    ['a module is no script', { command: 'python', args: ['-m', 'x.py'] }, []],
    ['code is no script', { command: 'node', args: ['-e', 'x.js'] }, []],
    ['an address is no script', { command: 'node', args: ['https://example.com/x.js'] }, []],
    ['an http server', { type: 'http', url: 'https://example.com' }, []],
    ['a server that is switched off', { command: 'nod', enabled: false }, []],
  ])('%s', (_name, server, expected) => {
    expect(found(server)).toEqual(expected);
  });

  test('nothing is looked up in an untrusted workspace', () => {
    const looked: string[] = [];
    const memory = new MemoryFiles(files({ command: 'nod', cwd: 'tols' }));
    const kind = memory.kind.bind(memory);
    memory.kind = (uri) => {
      looked.push(uri);
      return kind(uri);
    };
    const hasCommand = (name: string) => {
      looked.push(name);
      return false;
    };
    const workspace = workspaceWith({}, { machine: { files: memory, hasCommand } });
    expect(check(workspace, standalone, false)).toEqual([]);
    expect(looked).toEqual([]);
    expect(check(workspace, standalone, true).length).toBe(2);
    expect(looked).not.toEqual([]);
  });

  test('an unchanged server isn’t looked up again after an edit, and its findings move with it', () => {
    const looked: string[] = [];
    const hasCommand = (name: string): boolean => {
      if (name !== 'omp') looked.push(name);
      return false;
    };
    const workspace = workspaceWith({}, { machine: { hasCommand } });
    const options = new RuleOptions(workspace, new Set());
    workspace.trusted = true;
    let document = openIn(workspace, standalone, config({ a: { command: 'first' }, b: { command: 'second' } }));
    const told = (): string[] =>
      diagnosticsOf(workspace, document, options)
        .filter(({ code }) => code === 'command-not-found')
        .map(({ range }) => document.text.getText(range));
    expect(told()).toEqual(['"first"', '"second"']);
    const start = document.text.positionAt(document.text.getText().indexOf('first'));
    document = OpenDocument.factory.update(document, [{ range: { start, end: start }, text: 'very' }], 2);
    workspace.edited(document.uri);
    expect(told()).toEqual(['"veryfirst"', '"second"']);
    expect(looked).toEqual(['first', 'second', 'veryfirst']);
    workspace.refreshFromDisk();
    expect(told()).toEqual(['"veryfirst"', '"second"']);
    expect(looked.slice(3)).toEqual(['veryfirst', 'second']);
  });

  test('relative paths in a user-level file aren’t checked if there are several folders', () => {
    const workspace = workspaceWith(files({ command: 'node', cwd: 'tols' }, user), {
      machine,
      roots: [project, 'file:///two'],
    });
    expect(told(workspace, user, true)).toEqual([]);
  });
});
