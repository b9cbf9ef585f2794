/** The workbench as a page object, with the actions of a user. All waits are for something visible. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { until } from '../until.ts';

const EXTENSION = 'switchyard.switchyard';

export type Theme = 'dark' | 'light' | 'contrast' | 'contrast-light';

/** Names of each kind of theme in the workbench and in its webviews. */
const THEME_KINDS: Readonly<Record<Theme, readonly [workbench: string, webview: string]>> = {
  dark: ['vs-dark', 'vscode-dark'],
  light: ['vs', 'vscode-light'],
  contrast: ['hc-black', 'vscode-high-contrast'],
  'contrast-light': ['hc-light', 'vscode-high-contrast-light'],
};

export class WorkbenchPage {
  page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
  }

  /** Reloads the window as a user does. A reload of the page can come before the workbench has stored its editors. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Trusts the workspace, unless it is trusted. */
  async trust(): Promise<void> {
    const restricted = this.page.locator('.statusbar-item', { hasText: 'Restricted Mode' });
    if ((await restricted.count()) === 0) return;
    await this.runCommand('Workspaces: Manage Workspace Trust');
    await this.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await restricted.waitFor({ state: 'detached' });
    await this.runCommand('View: Close All Editors');
  }

  /** Closes what a spec left open: quick input, editors with their changes, and notifications. */
  async tidy(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.runCommand('View: Close All Editors');
    const discard = this.page.getByRole('button', { name: "Don't Save" });
    await until('no editor', async () => {
      if (await discard.isVisible()) await discard.click();
      return (await this.page.locator('.tab').count()) === 0;
    });
    await this.runCommand('Notifications: Clear All Notifications');
  }

  /** Returns the active tab, and the texts of the open quick input, dialogs and notifications. */
  async summary(): Promise<string> {
    const parts = ['.tab.active', '.quick-input-widget', '.monaco-dialog-box', '.notification-toast', '.view-message'];
    const seen = await Promise.all(
      parts.map(async (part) =>
        (await this.page.locator(`${part}:visible`).allInnerTexts()).map((text) => [part, text]),
      ),
    );
    return JSON.stringify(seen.flat());
  }

  /** Text field of the quick pick or input box. */
  get input(): Locator {
    return this.page.locator('.quick-input-widget input.input');
  }

  get inputWidget(): Locator {
    return this.page.locator('.quick-input-widget');
  }

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Returns the first row of the open quick pick with this text. */
  choice(text: string | RegExp): Locator {
    return this.inputWidget.locator('.monaco-list-row', { hasText: text }).first();
  }

  /** Retries, because the palette doesn't show commands that are registered while it is open. */
  async runCommand(label: string): Promise<void> {
    await until(`the command "${label}"`, async () => {
      await this.#quickInput('F1');
      try {
        // Another element that opens in the workbench may close the palette.
        await this.input.fill(`>${label}`, { timeout: 3000 });
        const row = this.page
          .locator('.quick-input-list .monaco-list-row', {
            has: this.page.locator('.label-name', { hasText: exactly(label) }),
          })
          .first();
        await row.waitFor({ timeout: 1000 });
        await row.click({ timeout: 3000 });
        return true;
      } catch {
        await this.page.keyboard.press('Escape');
        return false;
      }
    });
  }

  /** Enters a path into the file dialog. Retries, because the dialog may replace it with its own folder. */
  async chooseFile(file: string): Promise<void> {
    await this.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
    await until(`the dialog to take ${file}`, async () => {
      await this.input.fill(file, { timeout: 3000 }).catch(() => undefined);
      // The dialog may have replaced the path with its own proposal.
      if ((await this.input.inputValue().catch(() => '')) !== file) return false;
      await this.page.keyboard.press('Enter');
      return this.inputWidget.waitFor({ state: 'hidden', timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
  }

  async openFile(name: string): Promise<void> {
    const leaf = name.split('/').at(-1) ?? name;
    const folder = name.slice(0, -leaf.length - 1);
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    const wanted = rows.filter({ hasText: leaf }).filter({ hasText: folder });
    await until(`the file ${name} to be open`, async () => {
      await this.#quickInput('Control+P');
      try {
        await this.input.fill(name, { timeout: 3000 });
        await wanted.first().waitFor({ timeout: 10_000 });
        // Recently opened files are listed first, then search results move them.
        await settled(async () => (await rows.allTextContents()).join('\n'));
        await wanted.first().click({ timeout: 3000 });
        await this.page.locator(`.tab.active[data-resource-name="${leaf}"]`).waitFor({ timeout: 5000 });
        return true;
      } catch {
        await this.page.keyboard.press('Escape');
        return false;
      }
    });
    await this.page.locator('.monaco-editor .view-line').first().waitFor();
  }

  /** Moves the mouse over a place in the editor until a hover shows this text: the language server may need time. */
  async hover(place: Locator, text: string | RegExp): Promise<void> {
    const shown = this.page.locator('.monaco-hover', { hasText: text }).first();
    await until(`the hover ${text}`, async () => {
      await this.page.mouse.move(5, 5);
      await place.hover();
      return shown.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Opens the code actions at the cursor until they include this text: the language server may need time. */
  async codeAction(text: string): Promise<Locator> {
    const action = this.page.locator('.action-widget .monaco-list-row', { hasText: text }).first();
    await until(`the code action "${text}"`, async () => {
      await this.page.keyboard.press('Control+.');
      return action.waitFor({ timeout: 5000 }).then(
        () => true,
        () => this.page.keyboard.press('Escape').then(() => false),
      );
    });
    return action;
  }

  /** Moves the cursor of the active editor; a click may miss the place while the editor scrolls. */
  async goTo(line: number, column: number): Promise<void> {
    await this.#quickInput('Control+P');
    await this.input.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` }).waitFor();
  }

  /** Retries, because the key may have no effect while an editor or a dialog opens. */
  async #quickInput(key: string): Promise<void> {
    await until(`the quick input after ${key}`, async () => {
      await this.page.keyboard.press(key);
      try {
        await this.input.waitFor({ timeout: 2000 });
        return true;
      } catch {
        await this.page.keyboard.press('Escape');
        return false;
      }
    });
  }

  /** @param workflows title of the view in the language of the workbench */
  async openSwitchyard(workflows = 'Workflows'): Promise<void> {
    await this.runCommand(`Switchyard: Focus on ${workflows} View`);
    await this.page.locator('.sidebar .pane-header', { hasText: workflows }).waitFor();
  }

  /** Returns a pane of the side bar by its title. */
  pane(title: string): Locator {
    return this.page.locator('.sidebar .pane', { has: this.page.locator('.pane-header', { hasText: title }) });
  }

  /** Returns the accessible names of the visible rows. */
  async rowLabels(pane: string): Promise<readonly string[]> {
    const rows = this.pane(pane).locator('.monaco-list-row');
    return rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  row(pane: string, text: string | RegExp): Locator {
    return this.pane(pane).locator('.monaco-list-row', { hasText: text });
  }

  /** Selects a row. A refresh may replace the row while it's clicked. */
  async select(pane: string, text: string | RegExp): Promise<void> {
    await until(`the row ${text} to be selected`, async () => {
      await this.row(pane, text).first().click();
      return ((await this.row(pane, text).first().getAttribute('class')) ?? '').includes('selected');
    });
  }

  /** Returns a row by its accessible name, which includes the state shown by the icon. */
  rowByLabel(pane: string, label: string | RegExp): Locator {
    return this.pane(pane).getByRole('treeitem', { name: label });
  }

  /** Returns the first failed step of the expanded runs in the Runs view. */
  failedStep(): Locator {
    return this.rowByLabel('Runs', /, failed, /)
      .and(this.page.locator('[aria-level="3"]'))
      .first();
  }

  /** Expands a row. Checks the state, because a click toggles it and may miss a row that is still moving. */
  async expand(row: Locator): Promise<void> {
    // The latest run may end in the meantime, which changes the text after the name of the workflow.
    const name = (await row.getAttribute('aria-label'))?.replace(/, latest run .*$/, '');
    const same = this.page.locator(`.monaco-list-row[aria-label^="${name?.replaceAll('"', '\\"')}"]`).first();
    await until(`the row "${name}" to open`, async () => {
      if ((await same.getAttribute('aria-expanded')) === 'true') return true;
      await same.click();
      return false;
    });
  }

  /** Waits until every row of the Workflows view shows the status of its workflow. */
  async hasWorkflowStatuses(): Promise<void> {
    await until('a status on every workflow', async () => {
      const rows = await this.rowLabels('Workflows');
      return rows.length > 0 && rows.every((row) => /enabled|disabled/.test(row));
    });
  }

  /** Expands a pane of the side bar. */
  async expandPane(pane: string): Promise<void> {
    const header = this.pane(pane).locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
  }

  /** Collapses a pane of the side bar to make room for the others. With the keyboard: a hover may cover the header. */
  async collapse(pane: string): Promise<void> {
    await this.pane(pane).locator('.pane-header').press('ArrowLeft');
  }

  /** Clears the selection: commands from the palette offer the selected row first. */
  async clearSelection(pane: string): Promise<void> {
    const selected = this.pane(pane).locator('.monaco-list-row.selected');
    if ((await selected.count()) === 0) return;
    await this.pane(pane).locator('.monaco-list').first().focus();
    await this.page.keyboard.press('Escape');
    await until('no selected row', async () => (await selected.count()) === 0);
  }

  /** Waits until the browser has saved the workspace state of extensions, which it does every few seconds. */
  async remembered(text: string): Promise<void> {
    await until(`${text} to be kept`, () =>
      this.page.evaluate(async (wanted) => {
        const request = <T>(asked: IDBRequest<T>) =>
          new Promise<T>((resolve, reject) => {
            asked.onsuccess = () => resolve(asked.result);
            asked.onerror = () => reject(asked.error);
          });
        for (const { name } of await indexedDB.databases()) {
          if (!name?.startsWith('vscode-web-state-db')) continue;
          const database = await request(indexedDB.open(name));
          const values = await request(database.transaction('ItemTable').objectStore('ItemTable').getAll());
          database.close();
          if (values.some((value) => String(value).includes(wanted))) return true;
        }
        return false;
      }, text),
    );
  }

  /**
   * Selects an item of a row's context menu, once the rows no longer change: a row that moves would get the click of
   * another. Retries, because a menu ignores clicks while it opens, and closes if the list is refreshed.
   */
  async fromMenu(row: Locator, label: string): Promise<void> {
    const item = this.page.locator('.context-view .action-label', { hasText: label }).first();
    let isClicked = false;
    await until(`the menu to take "${label}"`, async () => {
      if ((await item.count()) === 0) {
        if (isClicked) return true;
        await settled(() => row.evaluate(placesOfRows));
        await row.click({ button: 'right' });
        await item.waitFor({ timeout: 5000 }).catch(() => undefined);
        // A row that was still rendering may have another menu.
        if ((await item.count()) === 0) await this.page.keyboard.press('Escape');
      }
      await item.click({ timeout: 2000 }).then(
        () => {
          isClicked = true;
        },
        () => undefined,
      );
      return false;
    });
  }

  get statusBar(): Locator {
    return this.page.locator('.statusbar-item#switchyard\\.switchyard\\.switchyard\\.connection');
  }

  toast(text: string): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /**
   * Waits for a notification. Escape also hides toasts (`runCommand` presses it if the palette was closed), so this
   * also looks in the list of notifications.
   */
  async notification(text: string): Promise<Locator> {
    const listed = this.page.locator('.notifications-center .notification-list-item', { hasText: text });
    const seen = this.toast(text).or(listed).first();
    await until(`the notification "${text}"`, async () => {
      const isSeen = await seen.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (!isSeen) await this.runCommand('Notifications: Show Notifications');
      return isSeen;
    });
    return seen;
  }

  problem(text: string): Locator {
    return this.page.locator('.markers-panel .monaco-list-row', { hasText: text });
  }

  /** Waits until the workbench and its webviews have this theme. */
  async hasTheme(theme: Theme): Promise<void> {
    const [kind, kindOfWebviews] = THEME_KINDS[theme];
    await this.page.locator(`.monaco-workbench.${kind}`).waitFor();
    await until(`the webviews in the theme ${theme}`, async () => {
      const kinds = await Promise.all(
        this.page
          .frames()
          .map((frame) => frame.evaluate(() => document.body?.dataset.vscodeThemeKind).catch(() => undefined)),
      );
      return kinds.every((shown) => shown === undefined || shown === kindOfWebviews);
    });
  }

  /** Returns the document inside one of our webviews: `view` in a side bar, `panel` in the editor area. */
  webview(kind: 'view' | 'panel'): Promise<FrameLocator> {
    return until(`the webview of the ${kind}`, () => {
      const outer = this.page.frames().find((frame) => {
        const query = new URL(frame.url(), 'http://none').searchParams;
        return query.get('extensionId') === EXTENSION && (query.get('purpose') === 'webviewView') === (kind === 'view');
      });
      return outer ? outer.locator('#active-frame').contentFrame() : undefined;
    });
  }
}

/**
 * Sends a message of a chat. Retries, because the palette may take the focus once more while it closes: from a field that
 * is being filled, or before a key.
 */
export async function sendMessage(field: Locator, text: string): Promise<void> {
  await until('the text of the message', async () => {
    await field.fill(text);
    return (await field.inputValue()) === text;
  });
  await until('the message to be sent', async () => {
    if ((await field.inputValue()) !== text) return true;
    await field.press('Enter');
    return false;
  });
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

/** Returns the names of all rows in the list of a row, with their places. Runs in the page. */
function placesOfRows({ parentElement }: Element): string {
  const rows = [...(parentElement?.children ?? [])] as HTMLElement[];
  return rows.map((row) => `${row.querySelector('.label-name')?.textContent} ${row.style.top}`).join('\n');
}

/** Waits until the returned text stays the same for half a second. */
async function settled(read: () => Promise<string>): Promise<void> {
  let last = await read();
  for (let same = 0; same < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = await read();
    same = now === last ? same + 1 : 0;
    last = now;
  }
}
