/**
 * The workbench as a page object, with the actions of a user. Commands run by ID over the bridge; only tests about the
 * keyboard use the palette. Each action is done once, and all waits are for something visible.
 */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { views } from '../../src/shared/generated/names.ts';
import { paced, until } from '../until.ts';
import type { Bridge } from './bridge.ts';

const EXTENSION = 'switchyard.switchyard';

export type Theme = 'dark' | 'light' | 'contrast' | 'contrast-light';

/** Names of each kind of theme in the workbench and in its webviews. */
const THEME_KINDS: Readonly<Record<Theme, readonly [workbench: string, webview: string]>> = {
  dark: ['vs-dark', 'vscode-dark'],
  light: ['vs', 'vscode-light'],
  contrast: ['hc-black', 'vscode-high-contrast'],
  'contrast-light': ['hc-light', 'vscode-high-contrast-light'],
};

/** Commands of VS Code. */
export const vscode = {
  clearNotifications: 'notifications.clearAll',
  focusProblems: 'workbench.panel.markers.view.focus',
  hidePanel: 'workbench.action.closePanel',
  hideSecondarySideBar: 'workbench.action.closeAuxiliaryBar',
  listServers: 'workbench.mcp.listServer',
  manageTrust: 'workbench.trust.manage',
  openUrl: 'workbench.action.url.openUrl',
  reloadWindow: 'workbench.action.reloadWindow',
  revertFile: 'workbench.action.files.revert',
  saveFile: 'workbench.action.files.save',
  showExplorer: 'workbench.view.explorer',
  showHover: 'editor.action.showHover',
  showNotifications: 'notifications.showList',
  togglePrimarySideBar: 'workbench.action.toggleSidebarVisibility',
  toggleSecondarySideBar: 'workbench.action.toggleAuxiliaryBar',
} as const;

export class WorkbenchPage {
  page: Page;
  readonly #bridge: Bridge;
  /** Settings that a spec has changed. */
  readonly #changed = new Set<string>();

  constructor(page: Page, bridge: Bridge) {
    this.page = page;
    this.#bridge = bridge;
  }

  /** Waits for the workbench and its extension host, which knows all commands then. @returns true if it is trusted */
  async ready(): Promise<boolean> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: paced(60_000) });
    return (await this.#bridge.do('isTrusted')) === true;
  }

  /** Runs a command, once. Doesn't wait until it has ended, because it may ask something. */
  run(id: string, ...args: readonly unknown[]): Promise<void> {
    return this.#bridge.start(id, ...args);
  }

  /** Changes a user setting until `tidy`. */
  async set(setting: string, value: unknown): Promise<void> {
    this.#changed.add(setting);
    await this.#bridge.do('set', setting, value);
  }

  /** Reloads the window as a user does. A reload of the page can come before the workbench has stored its editors. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.run(vscode.reloadWindow);
    this.#bridge.forgetHost();
    await loaded;
    await this.ready();
  }

  /** Opens the page again, or another one, after the extension host has ended or without telling it. */
  async goto(url?: string): Promise<void> {
    this.#bridge.forgetHost();
    if (url === undefined) await this.page.reload();
    else await this.page.goto(url);
    await this.ready();
  }

  /** Trusts the workspace, unless it is trusted. */
  async trust(): Promise<void> {
    if (await this.ready()) return;
    const restricted = this.page.locator('.statusbar-item', { hasText: 'Restricted Mode' });
    await this.run(vscode.manageTrust);
    await this.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await restricted.waitFor({ state: 'detached' });
    await this.closeEditors();
  }

  /** Closes all editors, without their changes and without a question. */
  async closeEditors(): Promise<void> {
    await this.#bridge.do('closeEditors');
    await this.page.locator('.tab').first().waitFor({ state: 'detached' });
  }

  /** Closes what a spec left open: quick input, editors with their changes, notifications, other parts; restores settings. */
  async tidy(): Promise<void> {
    await this.page.keyboard.press('Escape');
    for (const setting of this.#changed) await this.#bridge.do('restore', setting);
    this.#changed.clear();
    await this.closeEditors();
    for (const part of [vscode.clearNotifications, vscode.hidePanel, vscode.hideSecondarySideBar]) await this.run(part);
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

  /**
   * Accepts the first row of the open quick pick with this text. With the keyboard: rows that are still loading move, and
   * a click would hit another one.
   */
  async choose(text: string | RegExp): Promise<void> {
    const focused = this.inputWidget.locator('.monaco-list-row.focused', { hasText: text }).first();
    await this.choice(text).waitFor();
    await until(`the row ${text} to have the focus`, async () => {
      if ((await focused.count()) > 0) return true;
      await this.input.press('ArrowDown');
      return false;
    });
    await this.input.press('Enter');
  }

  /** Returns the first row of the open quick pick with this text. */
  choice(text: string | RegExp): Locator {
    return this.inputWidget.locator('.monaco-list-row', { hasText: text }).first();
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

  /** Opens a file of the project, by its path in it. */
  async openFile(name: string): Promise<void> {
    await this.#bridge.do('open', name);
    await this.page.locator(`.tab.active[data-resource-name="${name.split('/').at(-1)}"]`).waitFor();
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
    await this.#bridge.do('goTo', line, column);
    await this.page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` }).waitFor();
  }

  /** Returns the selected text as extensions know it. Commands that run over the bridge can come before it. */
  async selected(): Promise<string> {
    return String(await this.#bridge.do('selected'));
  }

  /** @param workflows title of the view in the language of the workbench */
  async openSwitchyard(workflows = 'Workflows'): Promise<void> {
    await this.run(`${views.workflows}.focus`);
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

  async select(pane: string, text: string | RegExp): Promise<void> {
    await this.leaveRows();
    await this.row(pane, text).first().click();
    await this.row(pane, text).and(this.page.locator('.selected')).first().waitFor();
  }

  /** Moves the mouse away: the hover of a row stays as long as the mouse is on it, and may cover others. */
  async leaveRows(): Promise<void> {
    await this.page.mouse.move(0, 0);
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

  /** Expands a row, unless it is expanded. */
  async expand(row: Locator): Promise<void> {
    if ((await row.getAttribute('aria-expanded')) === 'true') return;
    await row.locator('.monaco-tl-twistie').click();
    await row.and(this.page.locator('[aria-expanded="true"]')).waitFor();
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

  /** Selects an item of a row's context menu. A menu ignores clicks while it opens, so it is chosen with the keyboard. */
  async fromMenu(row: Locator, label: string): Promise<void> {
    const menu = this.page.locator('.context-view');
    await this.leaveRows();
    await row.click({ button: 'right' });
    const item = menu.locator('.action-item', { has: this.page.locator('.action-label', { hasText: label }) }).first();
    await item.hover();
    await item.and(this.page.locator('.focused')).waitFor();
    await this.page.keyboard.press('Enter');
    await item.waitFor({ state: 'detached' });
  }

  get statusBar(): Locator {
    return this.page.locator('.statusbar-item#switchyard\\.switchyard\\.switchyard\\.connection');
  }

  toast(text: string): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /** Waits for a notification, also if it is hidden by now. */
  async notification(text: string): Promise<Locator> {
    const listed = this.page.locator('.notifications-center .notification-list-item', { hasText: text });
    const toast = this.toast(text);
    // A toast is hidden after a while, or by Escape.
    await until(`the notification "${text}"`, async () => {
      if (await toast.or(listed).first().isVisible()) return true;
      await this.run(vscode.showNotifications);
      return toast.or(listed).first().isVisible();
    });
    return toast.or(listed).first();
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

  /** Returns the document inside one of our webviews, once it is loaded: `view` in a side bar, `panel` in the editor area. */
  webview(kind: 'view' | 'panel'): Promise<FrameLocator> {
    const body = `body[data-surface="${kind === 'view' ? 'view' : 'editor'}"]`;
    return until(`the webview of the ${kind}`, async () => {
      for (const frame of this.page.frames()) {
        if (new URL(frame.url(), 'http://none').searchParams.get('extensionId') !== EXTENSION) continue;
        const inner = frame.locator('#active-frame').contentFrame();
        if (
          (await inner
            .locator(body)
            .count()
            .catch(() => 0)) > 0
        )
          return inner;
      }
      return undefined;
    });
  }
}

/** Sends a message of a chat. */
export async function sendMessage(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
  await until('the message to be sent', async () => (await field.inputValue()) !== text);
}
