/** `npm start -- --check`: runs a newcomer's first steps headless: tree, chat answer, diagnostics. */
import { commands, views } from '../../src/shared/generated/names.ts';
import { packTestExtension } from '../extensions/pack.ts';
import { ensureHost } from '../workbench/host.ts';
import { installExtensions } from '../workbench/workbench.ts';
import { endSession, openWorld, session, shot, type World } from './session.ts';
import { vscode } from './workbench-page.ts';

type Step = (world: World) => Promise<void>;

const steps: readonly (readonly [what: string, step: Step])[] = [
  [
    'the side bar shows workflows and runs of the service',
    async ({ ui, service }) => {
      await ui.openSwitchyard();
      const [workflow] = [...service.state.workflows.values()];
      if (!workflow) throw new Error('the reference service has no workflows');
      await ui.row('Workflows', workflow.name).first().waitFor();
      await ui
        .rowByLabel('Runs', /failed|succeeded|running/)
        .first()
        .waitFor();
      await ui.statusBar.filter({ hasText: new URL(service.url).host }).waitFor();
    },
  ],
  [
    'a run opens to its steps',
    async ({ ui }) => {
      await ui.collapse('Tool Servers');
      await ui.expand(ui.rowByLabel('Runs', /failed/).first());
      await ui.pane('Runs').locator('.monaco-list-row[aria-level="3"]').first().waitFor();
    },
  ],
  [
    'the tool servers are listed by state',
    async ({ ui }) => {
      await ui.run(`${views.servers}.focus`);
      await ui.row('Tool Servers', /In Effect/).waitFor();
      await ui.row('Tool Servers', 'database').first().waitFor();
    },
  ],
  [
    'a .mcp.json with mistakes is diagnosed',
    async ({ ui }) => {
      await ui.openFile('.mcp.json');
      await ui.page.locator('.squiggly-error').first().waitFor();
      await ui.run(vscode.focusProblems);
      await ui.problem('comand').first().waitFor();
    },
  ],
  [
    'the chat streams an answer',
    async ({ ui }) => {
      await ui.run(commands.chat.open);
      const chat = await ui.webview('view');
      await chat.locator('.model-button').click();
      await ui.inputWidget.locator('.monaco-list-row', { hasText: '/' }).first().click();
      const message = chat.getByRole('textbox', { name: 'Message' });
      await message.fill('Say in a few words what a switchyard is.');
      await message.press('Enter');
      await chat.locator('[role=status]', { hasText: 'The response is complete.' }).waitFor({ state: 'attached' });
      await chat.locator('chat-turn[data-turn="answer"] .answer-text').filter({ hasText: /\w+/ }).waitFor();
    },
  ],
];

/** @returns true if every step succeeded; each saves a screenshot as out/shots/check-*.png */
export async function checkTheWhole(vsix: string): Promise<boolean> {
  session.host = await ensureHost('newest');
  session.extensions = await installExtensions(session.host, [vsix, await packTestExtension('bridge')]);
  const world = await openWorld({ signedIn: true });
  let ok = true;
  try {
    for (const [index, [what, step]] of steps.entries()) {
      try {
        await step(world);
        console.log(`✓ ${what}`);
      } catch (error) {
        ok = false;
        console.error(`✗ ${what}\n`, error);
      }
      const name = `check-${index + 1}${ok ? '' : '-failed'}`;
      await shot(world.ui.page, name);
      console.log(`  out/shots/${name}.png`);
      if (!ok) break;
    }
  } finally {
    await endSession();
  }
  return ok;
}
