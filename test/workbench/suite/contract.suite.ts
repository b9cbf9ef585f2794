import assert from 'node:assert/strict';
import { extensions, commands as registry, workspace } from 'vscode';
import { configLanguage } from '../../../common/messages/config-place.ts';
import { views } from '../../../src/shared/generated/names.ts';
import { unlistedCommands } from '../../../src/shared/unlisted-commands.ts';
import { api, extension } from './world.ts';

interface Manifest {
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, { default: unknown; scope: string }> }[];
    languages: { id: string }[];
    views: Record<string, { id: string }[]>;
  };
  enabledApiProposals?: unknown;
}

const manifest = () => extension().packageJSON as Manifest;
const contributedSettings = () =>
  Object.assign(
    {},
    ...manifest().contributes.configuration.map(({ properties }) => properties),
  ) as Manifest['contributes']['configuration'][number]['properties'];

describe('contract', () => {
  before(() => api());

  it('registers every contributed command, and contributes every registered one', async () => {
    const registered = (await registry.getCommands(true)).filter((id) => id.startsWith('switchyard.'));
    const contributed = manifest().contributes.commands.map(({ command }) => command);
    // VS Code registers these commands for views.
    const generated = /\.(focus|open|toggleVisibility|removeView|resetViewLocation)$/;
    const viewIds = Object.values<string>(views);
    const own = registered.filter(
      (id) => !(generated.test(id) && viewIds.some((view) => id.startsWith(`${view}.`)) && !contributed.includes(id)),
    );
    const all = [...contributed, ...Object.values(unlistedCommands)];
    assert.deepEqual([...new Set(own)].sort(), all.sort());
  });

  it('gives every setting its default', () => {
    const properties = contributedSettings();
    for (const [name, { default: value }] of Object.entries(properties)) {
      assert.deepEqual(workspace.getConfiguration().inspect(name)?.defaultValue, value, name);
    }
  });

  it("doesn't allow a workspace to set the base URL", () => {
    assert.equal(contributedSettings()['switchyard.baseUrl']?.scope, 'machine');
  });

  it('requests no proposed API', () => {
    assert.equal(manifest().enabledApiProposals, undefined);
  });

  it('contributes the language of config files', () => {
    assert.ok(manifest().contributes.languages.some((language) => language.id === configLanguage));
    assert.ok(extensions.getExtension('switchyard.switchyard')?.isActive);
  });
});
