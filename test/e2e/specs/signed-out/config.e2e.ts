// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look

/** A config file in the editor: problems, fixes, hints, lenses, import, and paste. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../../until.ts';
import { nightly, openWorld, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';
import { signedOut } from '../../worlds.ts';

const standaloneText = `{
  "mcpServers": {
    "docs": {
      "command": "npx",
      "args": ["-y", "@acme/docs-mcp@1.2.0"]
    },
    "search": {
      "url": "https://search.example.com/mcp",
      "timeout": 30
    },
    "notes": {
      "command": "npx",
      "args": ["-y", "@acme/notes-mcp@2.1.0"],
      "enabled": false
    },
    "database": {
      "command": "node",
      "args": ["old.mjs"]
    }
  }
}
`;
const cursorText = `{
  "mcpServers": {
    "web search": { "url": "https://search.example.com/mcp", "headers": { "X-Key": "\${env:SEARCH_KEY}" } },
    "database": { "command": "npx", "args": ["-y", "db-server@1.2.0"], "env": { "PASSWORD": "\${input:db-password}" }, "envFile": ".env" },
    "memory": { "command": "uvx", "args": ["mcp-server-memory==0.4.1"] }
  }
}
`;
const brokenText = '{\n  "mcpServers": {\n    "drifting": {\n      "comand": "x"\n    }\n  }\n}\n';

const files = { '.mcp.json': standaloneText, '.cursor/mcp.json': cursorText, 'broken/mcp.json': brokenText };

describe('a config file', () => {
  const pane = 'Tool Servers';
  let world: World;
  const file = (name: string) => path.join(world.folder, name);
  const read = (name: string) => readFileSync(file(name), 'utf8');
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), text);
  };
  const userFile = () => path.join(world.workbench.home, '.omp/agent/mcp.json');
  const line = (text: string) => world.ui.page.locator('.view-line', { hasText: text }).first();
  const lens = (text: string | RegExp) => world.ui.page.locator('.codelens-decoration a', { hasText: text });

  before(async () => {
    world = await openWorld(signedOut, files);
    await world.ui.trust();
    await world.ui.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await world.ui.openSwitchyard();
    for (const other of ['Workflows', 'Runs']) await world.ui.collapse(other);
    await world.ui.row(pane, 'In Effect').waitFor();
  });

  after(() => rmSync(userFile(), { force: true }));

  it('underlines a mistake, lists it in Problems, and offers a fix, also before the file is open', async () => {
    const { ui } = world;
    await ui.run(vscode.focusProblems);
    await ui.problem('Did you mean "command"').first().waitFor();
    await ui.openFile('broken/mcp.json');
    await ui.page.locator('.squiggly-error').first().waitFor();
    await ui.goTo(4, 9);
    await (await ui.codeAction('Rename to "command"')).click();
    await line('"command": "x"').waitFor();
    await ui.problem('Did you mean "command"').waitFor({ state: 'detached' });
    await ui.page.keyboard.press('Control+z');
    await line('"comand"').waitFor();
    await shot(ui.page, 'config-problems');
  });

  nightly('has an entry in the light bulb that turns a rule off', 'unit/config/client/rule-severity.test', async () => {
    const { ui } = world;
    await ui.openFile('broken/mcp.json');
    await ui.page.locator('.squiggly-error').first().waitFor();
    // A click would miss the word if the code lenses appear at the same moment.
    await ui.goTo(4, 9);
    await (await ui.codeAction('Change the severity of unknown-key')).click();
    await world.ui.choose('Off');
    await ui.page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    assert.match(await until('the setting', () => read('.vscode/settings.json')), /"unknown-key": "off"/);
    rmSync(file('.vscode/settings.json'));
  });

  nightly(
    'shows states other than in effect, with one lens next to those of VS Code, which can be turned off',
    'workbench/suite/features.suite',
    async () => {
      const { ui } = world;
      await ui.openFile('.mcp.json');
      await line('"database"').filter({ hasText: 'overridden by .omp/mcp.json' }).waitFor();
      await line('"notes"').filter({ hasText: 'disabled' }).waitFor();
      for (const name of ['docs', 'search'])
        assert.match(
          (await line(`"${name}"`).innerText()).trim(),
          /^"\w+":\s\{$/,
          'no state beside a server in effect',
        );
      for (const text of ['Start', 'Test']) await lens(text).nth(3).waitFor();
      const lenses = await ui.page.locator('.codelens-decoration').allInnerTexts();
      const texts = lenses.map((text) => text.replaceAll(/\s+/g, ' ').trim());
      assert.deepEqual(
        // The order depends on which language service is ready first.
        texts.filter((text) => text.includes('Test')).map((text) => text.split(' | ').sort().join(' | ')),
        Array.from({ length: 4 }, () => 'More... | Start | Test'),
      );
      await shot(ui.page, 'config-lenses');
      write(
        '.vscode/settings.json',
        '{ "switchyard.config.codeLens": false, "[mcp-config]": { "editor.inlayHints.enabled": "off" } }',
      );
      await lens(/^Test$/)
        .first()
        .waitFor({ state: 'detached' });
      await line('"notes"').filter({ hasText: 'disabled' }).waitFor({ state: 'detached' });
      rmSync(file('.vscode/settings.json'));
      await lens(/^Test$/)
        .first()
        .waitFor();
    },
  );

  it('updates hint, lens, and row when another file changes', async () => {
    const { ui } = world;
    await ui.openFile('.omp/mcp.json');
    const test = lens(/^Test$/).first();
    await test.waitFor();
    writeFileSync(userFile(), '{ "mcpServers": { "unfinished": null } }\n');
    await line('"database"').filter({ hasText: 'invalid' }).waitFor();
    await test.waitFor({ state: 'detached' });
    await ui.rowByLabel(pane, /database, Invalid/).waitFor();
    rmSync(userFile());
    await line('"database"').filter({ hasText: 'invalid' }).waitFor({ state: 'detached' });
    await test.waitFor();
    await ui.rowByLabel(pane, /database, In Effect/).waitFor();
  });

  nightly(
    'gets a server from a command line that is pasted, with other ways to paste it',
    'unit/server/convert/pasted-forms.test',
    async () => {
      const { ui } = world;
      await ui.closeEditors();
      const before = '{\n  "mcpServers": {\n    "a": { "command": "x" },\n    "b": { "command": "y" }\n  }\n}\n';
      write('tools/mcp.json', before);
      await ui.openFile('tools/mcp.json');
      await lens('Test').first().waitFor();
      const command = 'claude mcp add --env KEY=v --transport stdio docs -- npx -y docs@1.0.0';
      await ui.page.evaluate((text) => navigator.clipboard.writeText(text), command);
      // After the comma of the first server, where indentation is easily wrong.
      await line('"a"').click();
      await ui.page.keyboard.press('End');
      await ui.page.keyboard.press('Control+v');
      await line('"docs"').waitFor();
      await ui.page.locator('.post-edit-widget').waitFor();
      await ui.page.keyboard.press('Control+.');
      await ui.page.locator('.action-widget, .context-view', { hasText: 'Paste as Tool Server' }).first().waitFor();
      await shot(ui.page, 'config-paste');
      await ui.page.keyboard.press('Escape');
      await ui.run(vscode.saveFile);
      await until('the file to be saved', () => read('tools/mcp.json').includes('docs'));
      const server =
        '"docs": {\n      "command": "npx",\n      "args": ["-y", "docs@1.0.0"],\n      "env": {\n        "KEY": "v"\n      }\n    },';
      assert.equal(read('tools/mcp.json'), before.replace('"x" },', `"x" },\n    ${server}`));
    },
  );

  it('causes no request to the service', () => assert.deepEqual(world.service.requests, []));
});
