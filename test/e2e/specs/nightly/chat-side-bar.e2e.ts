/** The secondary side bar that is visible when a window opens. Without AI features, VS Code's own chat in it is empty. */
import { resizeSecondarySideBar } from '../../resize.ts';
import { openWorld, shot, type World } from '../../session.ts';

describe('a visible secondary side bar', () => {
  let world: World;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: { 'workbench.secondarySideBar.defaultVisibility': 'visible' },
    });
  });

  const title = () => world.ui.page.locator('.part.auxiliarybar > .title');

  async function showsChat(name: string): Promise<void> {
    const chat = await world.ui.webview('view');
    await chat.getByRole('textbox', { name: 'Message' }).waitFor();
    await title().getByRole('button', { name: 'New Chat' }).waitFor();
    await shot(world.ui.page, `chat-side-bar-${name}`);
  }

  /** VS Code opens its own chat here before it knows this extension, and doesn't open another view later. */
  it('shows the chat after a click on its title in the first window', async () => {
    await title().locator('.composite-bar .action-label', { hasText: 'Switchyard' }).click();
    await showsChat('first');
  });

  it('shows the chat without a click when the window is loaded again', async () => {
    const { ui } = world;
    await ui.remembered('workbench.view.extension.switchyard-chat');
    await ui.goto();
    await showsChat('reloaded');
    await world.inThemes(['light'], showsChat);
    await resizeSecondarySideBar(ui.page, 220);
    await showsChat('220');
  });
});
