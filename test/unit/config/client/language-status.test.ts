/** The language status of a file called `mcp.json` names the tool that the file belongs to. */
import { beforeEach, expect, test } from 'vitest';
import type { TextDocument } from 'vscode';
import { ownerOf } from '../../../../src/config/client/language-status.ts';
import { settings, Uri } from '../../fake-vscode.ts';

beforeEach(() => {
  settings.set('switchyard.config.projectDirectory', '.omp');
  settings.set('switchyard.config.userDirectory', '~/.omp/agent');
});

const documentAt = (path: string, languageId = 'json'): TextDocument =>
  ({ uri: Uri.file(path), languageId }) as unknown as TextDocument;

test.each([
  ['/project/.omp/mcp.json', 'Oh My Pi', true],
  ['/project/.mcp.json', 'Oh My Pi', true],
  ['/project/.kiro/settings/mcp.json', 'Kiro', false],
  ['/project/.junie/mcp/mcp.json', 'Junie', false],
  ['/project/.github/mcp.json', 'GitHub Copilot', false],
  ['/project/.vscode/mcp.json', 'VS Code', false],
  ['/project/server/kiro_power/mcp.json', 'Kiro', false],
  ['/project/.factory/mcp.json', 'Factory Droid', false],
  ['/home/me/.pi/agent/mcp.json', 'Pi', false],
  ['/dotfiles/dot_pi/agent/mcp.json', 'Pi', false],
  ['/dotfiles/.omp-personal/agent/mcp.json', 'Oh My Pi', true],
])('%s belongs to %s', async (path, name, isChecked) => {
  expect(await ownerOf(documentAt(path))).toEqual({ name, isChecked });
});

test.each(['/project/package.json', '/project/src/i18n/locales/en/mcp.json', '/project/.unknown-tool/mcp.json'])(
  '%s belongs to no tool',
  async (path) => {
    expect(await ownerOf(documentAt(path))).toBeUndefined();
  },
);
