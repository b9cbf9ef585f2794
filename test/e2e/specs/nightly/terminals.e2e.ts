/** What the settings of a project set for terminals, in which agents are started. */
import assert from 'node:assert/strict';
import { openWorld, type World } from '../../session.ts';

describe('a project that sets a variable for terminals on which the files of Oh My Pi depend', () => {
  let world: World;
  const terminals = Object.fromEntries(
    ['linux', 'osx', 'windows'].map((system) => [`terminal.integrated.env.${system}`, { OMP_PROFILE: 'work' }]),
  );

  before(async () => {
    world = await openWorld({ untrusted: true }, { '.vscode/settings.json': JSON.stringify(terminals) });
    await world.ui.openSwitchyard();
    for (const other of ['Workflows', 'Runs']) await world.ui.collapse(other);
    await world.ui.row('Tool Servers', 'database').first().waitFor();
  });

  it('makes states not known only once it is trusted', async () => {
    const { ui } = world;
    const unknown = ui.row('Tool Servers', 'Not Known');
    assert.equal(await unknown.count(), 0);
    await ui.trust();
    await unknown.first().waitFor();
  });
});
