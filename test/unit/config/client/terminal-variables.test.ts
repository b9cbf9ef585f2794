// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how VS Code writes variables
/** Which variables are told to the language server because terminals set them to another value than VS Code has. */
import { describe, expect, test, vi } from 'vitest';
import { onDidChangeTerminals, otherInTerminals } from '../../../../src/config/client/terminal-variables.ts';
import { platform, usePlatform } from '../../../../src/shared/platform.ts';
import { settings, workspace } from '../../fake-vscode.ts';

function namesFor(set: unknown, environment: Readonly<Record<string, string>> = {}): readonly string[] {
  usePlatform({ ...platform(), system: 'osx', environment });
  settings.set('osx', set);
  return otherInTerminals();
}

describe('the variables that terminals set to another value', () => {
  test.each<[string, unknown, Readonly<Record<string, string>>, readonly string[]]>([
    ['none without a setting', undefined, {}, []],
    ['none for a setting of another type', 'CODEX_HOME=/x', {}, []],
    ['one that VS Code lacks', { CODEX_HOME: '/x' }, {}, ['CODEX_HOME']],
    ['one with another value', { CODEX_HOME: '/x' }, { CODEX_HOME: '/y' }, ['CODEX_HOME']],
    ['none with the same value', { CODEX_HOME: '/x' }, { CODEX_HOME: '/x' }, []],
    ['one that is removed', { CODEX_HOME: null }, { CODEX_HOME: '/x' }, ['CODEX_HOME']],
    ['none that is removed and that VS Code lacks', { CODEX_HOME: null }, {}, []],
    ['none that is empty and that VS Code lacks', { CODEX_HOME: '' }, {}, []],
    ['none that VS Code makes of the same variable', { CODEX_HOME: '${env:CODEX_HOME}' }, { CODEX_HOME: '/x' }, []],
    ['none that VS Code makes of others', { CODEX_HOME: '${env:A}${env:B}/c' }, { A: '/a', CODEX_HOME: '/a/c' }, []],
    ['one that VS Code makes of others', { CODEX_HOME: '${env:A}/c' }, { A: '/b', CODEX_HOME: '/a/c' }, ['CODEX_HOME']],
    ['one that has another variable of VS Code', { CODEX_HOME: '${workspaceFolder}' }, {}, ['CODEX_HOME']],
    ['one that trusts all folders', { COPILOT_ALLOW_ALL: 'true' }, {}, ['COPILOT_ALLOW_ALL']],
    ['none that would switch something, with another value', { COPILOT_ALLOW_ALL: 'no' }, {}, []],
    ['one with the content of a file', { OPENCODE_CONFIG_CONTENT: '{}' }, {}, ['OPENCODE_CONFIG_CONTENT']],
    ['one of Oh My Pi', { OMP_PROFILE: 'work' }, {}, ['OMP_PROFILE']],
    ['none on which no files depend', { API_KEY: 'x', constructor: 'y' }, {}, []],
  ])('are %s', (_title, set, environment, names) => {
    expect(namesFor(set, environment)).toEqual(names);
  });

  test('are none in a browser, which has no terminals', () => {
    settings.set('osx', { CODEX_HOME: '/x' });
    const { system: _, ...browser } = platform();
    usePlatform(browser);
    expect(otherInTerminals()).toEqual([]);
  });

  test('are compared again only after a change of the environment of terminals', async () => {
    const changed = vi.fn();
    const { dispose } = onDidChangeTerminals(changed);
    await workspace.getConfiguration().update('editor.fontSize', 12);
    expect(changed).not.toHaveBeenCalled();
    await workspace.getConfiguration().update('terminal.integrated.env', {});
    expect(changed).toHaveBeenCalledOnce();
    dispose();
  });
});
