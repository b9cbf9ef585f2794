/** Which files are treated as config files. */

import { describe, expect, test } from 'vitest';
import { type AgentFolders, configLevel, defaultFolders, pathOf } from '../../../common/config-place.ts';
import { uriKey } from '../../../server/config/uris.ts';
import { fc, runs } from '../random-runs.ts';

const folders: AgentFolders = { ...defaultFolders, home: '/home/me' };

describe('config files', () => {
  test.each([
    ['file:///code/project/mcp.json', 'standalone'],
    ['file:///code/project/.mcp.json', 'standalone'],
    ['file:///code/project/plugins/one/.mcp.json', 'standalone'],
    ['file:///code/.worktrees/project/mcp.json', 'standalone'],
    ['file:///code/project/.omp/mcp.json', 'project'],
    ['file:///code/project/.omp/.mcp.json', 'project'],
    ['file:///home/me/.omp/agent/mcp.json', 'user'],
    ['file:///home/me/.omp/agent/.mcp.json', 'user'],
    ['file:///home/me/.omp/profiles/night%20shift/agent/mcp.json', 'user'],
    ['vscode-remote://ssh-remote%2Bhost/code/project/.mcp.json', 'standalone'],
    ['vscode-vfs://github/owner/name/mcp.json', 'standalone'],
    ['file:///c%3A/Users/User/mcp.json', 'standalone'],
    ['file:///home/user/mcp.json', 'standalone'],
    ['file:///code/dotfiles/.omp/agent/mcp.json', 'user'],
    ['file:///code/dotfiles/dot_omp/agent/mcp.json', 'user'],
    ['file:///code/dotfiles/private_dot_omp/profiles/work/agent/.mcp.json', 'user'],
    ['file:///code/dotfiles/.omp-personal/agent/mcp.json', 'user'],
    ['file:///code/dotfiles/dot_omp-work/profiles/one/agent/mcp.json', 'user'],
    ['file:///code/project/packages/messages/.mcp.json', 'standalone'],
    ['file:///code/project/src/language/mcp.json', 'standalone'],
    ['file:///code/project/apps/api/mcp.json', 'standalone'],
    ['file:///code/project/data/.mcp.json', 'standalone'],
    ['file:///code/project/.claude/worktrees/one/.mcp.json', 'standalone'],
  ])('%s is ours: %s', (uri, level) => {
    expect(configLevel(uri, folders)).toBe(level);
  });

  test.each([
    ['file:///code/project/.vscode/mcp.json'],
    ['file:///code/project/.cursor/mcp.json'],
    ['file:///code/project/.claude/.mcp.json'],
    ['file:///code/project/.claude/mcp.json'],
    ['file:///home/me/.claude/mcp.json'],
    ['file:///code/project/.windsurf/mcp_config.json'],
    ['file:///code/project/.gemini/settings.json'],
    ['file:///code/project/opencode.json'],
    ['file:///home/me/.config/Code/User/mcp.json'],
    ['file:///home/me/.config/Code%20-%20Insiders/User/profiles/-1a2b/mcp.json'],
    ['file:///c%3A/Users/me/AppData/Roaming/Cursor/User/mcp.json'],
    ['file:///home/me/.vscode-server/data/User/mcp.json'],
    ['vscode-userdata:/User/mcp.json'],
    ['git:/code/project/mcp.json?ref=HEAD'],
    ['untitled:mcp.json'],
    ['file:///code/project/MCP.json'],
    ['file:///code/project/my-mcp.json'],
    ['file:///code/project/mcp.json.bak'],
    ['file:///code/project/mcp.json/readme'],
    ['file:///code/%E0%A4%A/mcp.json'],
    ['file:///code/project/.kiro/settings/mcp.json'],
    ['file:///home/me/.kiro/settings/mcp.json'],
    ['file:///code/project/.junie/mcp/mcp.json'],
    ['file:///code/project/.junie/mcp/.mcp.json'],
    ['file:///code/project/.continue/mcpServers/mcp.json'],
    ['file:///code/project/.amazonq/mcp.json'],
    ['file:///home/me/.aws/amazonq/mcp.json'],
    ['file:///code/project/.github/mcp.json'],
    ['file:///code/project/.github/copilot/mcp.json'],
    ['file:///code/project/.pi/agent/mcp.json'],
    ['file:///code/dotfiles/dot_pi/agent/mcp.json'],
    ['file:///code/project/.omp-personal/mcp.json'],
    ['file:///code/project/src/server/kiro_power/mcp.json'],
    ['file:///code/project/.factory/mcp.json'],
    ['file:///code/project/src/i18n/locales/en/mcp.json'],
    ['file:///code/project/locales/pt-BR/mcp.json'],
    ['file:///code/project/src/lang/mcp.json'],
    ['file:///code/project/src/messages/ja/mcp.json'],
    ['file:///code/project/docs/api/mcp.json'],
    ['file:///code/project/registry/mcp.json'],
    ['file:///code/project/schemas/mcp.json'],
    ['file:///code/project/data/mcp.json'],
    ['file:///home/me/.cache/lm-studio/mcp.json'],
    ['file:///home/me/.gemini/antigravity/mcp.json'],
    ['file:///home/me/.codeium/windsurf/mcp.json'],
    ['file:///home/me/.claude/plugins/cache/docs/1.0.0/.mcp.json'],
    ['not a uri'],
    [''],
  ])('%s is not ours', (uri) => {
    expect(configLevel(uri, folders)).toBeUndefined();
  });
});

describe('below a workspace folder', () => {
  const roots = ['/home/me/.dotfiles/project', '/code/project'];

  test.each([
    ['file:///code/project/.tool/nested/deep/mcp.json', undefined],
    ['file:///code/project/.omp/mcp.json', 'project'],
    ['file:///code/project/packages/one/mcp.json', 'standalone'],
    ['file:///home/me/.dotfiles/project/mcp.json', 'standalone'],
    ['file:///home/me/.dotfiles/project/.omp/agent/mcp.json', 'user'],
    ['file:///elsewhere/.tool/nested/deep/mcp.json', 'standalone'],
  ])('hidden folders belong to other tools: %s is %s', (uri, level) => {
    expect(configLevel(uri, folders, roots)).toBe(level);
  });
});

test.each([
  ['file:///.tool/nested/deep/mcp.json', '/'],
  ['file:///c%3A/.tool/nested/deep/mcp.json', '/c:/'],
  ['file:///project/.tool/nested/deep/mcp.json', '/project/'],
])('a workspace folder can end with a slash: %s below %s belongs to another tool', (uri, root) => {
  expect(configLevel(uri, folders, [root])).toBeUndefined();
});

test('the names of data folders count only below the workspace folder', () => {
  expect(configLevel('file:///code/registry/mcp.json', folders, ['/code/registry'])).toBe('standalone');
  expect(configLevel('file:///code/registry/registry/mcp.json', folders, ['/code/registry'])).toBeUndefined();
});

test('the innermost workspace folder of a file determines its level', () => {
  const roots = ['/code/project', '/code/project/.tools/inner'];
  for (const given of [roots, roots.toReversed()]) {
    expect(configLevel('file:///code/project/.tools/inner/src/mcp.json', folders, given)).toBe('standalone');
    expect(configLevel('file:///code/project/.tools/other/src/mcp.json', folders, given)).toBeUndefined();
  }
});

describe('agent folders', () => {
  test('projectDirectory changes the project folder', () => {
    const other = { ...folders, projectDirectory: './.agent/' };
    expect(configLevel('file:///code/project/.agent/mcp.json', other)).toBe('project');
    expect(configLevel('file:///code/project/.omp/mcp.json', other)).toBeUndefined();
  });

  test('userDirectory changes the user folder, even to a hidden one', () => {
    const other = { ...folders, userDirectory: '~/.config/.agent/' };
    expect(configLevel('file:///home/me/.config/.agent/mcp.json', other)).toBe('user');
    expect(configLevel('file:///home/me/.config/profiles/one/agent/mcp.json', other)).toBe('user');
  });

  test('match Windows paths with drive letters and backslashes', () => {
    const windows = { ...folders, home: 'C:\\Users\\me' };
    expect(configLevel('file:///c%3A/Users/me/.omp/agent/mcp.json', windows)).toBe('user');
    expect(configLevel('file:///C:/Users/me/.omp/profiles/one/agent/mcp.json', windows)).toBe('user');
  });

  test('are recognized by name if the home folder is unknown', () => {
    expect(configLevel('file:///home/me/.omp/agent/mcp.json', defaultFolders)).toBe('user');
  });
});

test('pathOf returns the same path as URL', () => {
  const part = fc.constantFrom('a', 'b c', '', ...'. .. .omp ... %20 %2e ü ~x @y a+b mcp.json'.split(' '));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.boolean(), (parts, isFolder) => {
      const uri = `file:///${parts.join('/')}${isFolder ? '/' : ''}`;
      const path = decodeURIComponent(new URL(uri).pathname);
      expect(pathOf(uri)).toBe(path);
      expect(uriKey(uri)).toBe(`file://${path.replace(/\/+$/, '')}`);
    }),
    { numRuns: runs(2000) },
  );
});
