/**
 * Connects to the test that started this workbench (test/e2e/bridge.ts), and does what it asks for. Each line is a
 * request `{ id, action, params }`, answered with `{ id, value }` or `{ id, error }`.
 */
const { connect } = require('node:net');
const { createInterface } = require('node:readline');
const { ConfigurationTarget, Position, Range, Selection, Uri, commands, window, workspace } = require('vscode');

const inFolder = (name) => Uri.joinPath(workspace.workspaceFolders[0].uri, name);

/** Values of the settings that were changed. */
const before = new Map();

const actions = {
  /** Runs a command, and waits until it ends. */
  run: async (id, ...args) => {
    const value = await commands.executeCommand(id, ...args);
    return value === undefined ? null : true;
  },
  open: async (name) => {
    await window.showTextDocument(inFolder(name), { preview: false });
  },
  /** Puts the cursor of the active editor at a line and column, both from 1. */
  goTo: (line, column) => {
    const place = new Position(line - 1, column - 1);
    window.activeTextEditor.selection = new Selection(place, place);
    window.activeTextEditor.revealRange(new Range(place, place));
  },
  /** Returns the selected text of the active editor, which the window tells the extension host later. */
  selected: () => {
    const { document, selection } = window.activeTextEditor ?? {};
    return document?.getText(selection) ?? '';
  },
  /** Closes all editors, without their changes and without a question. */
  closeEditors: async () => {
    // The window tells the extension host later which documents have changes, so each editor is closed as if it had.
    for (const _ of window.tabGroups.all.flatMap((group) => group.tabs))
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
  },
  /** Changes a user setting. Resolves once it has an effect. */
  set: async (name, value) => {
    const settings = workspace.getConfiguration();
    if (!before.has(name)) before.set(name, settings.inspect(name)?.globalValue);
    await settings.update(name, value, ConfigurationTarget.Global);
  },
  isTrusted: () => workspace.isTrusted,
  /** Gives a user setting the value that it had first. */
  restore: (name) => workspace.getConfiguration().update(name, before.get(name), ConfigurationTarget.Global),
};

exports.activate = ({ subscriptions }) => {
  const socket = connect(Number(process.env.SWITCHYARD_TEST_BRIDGE), '127.0.0.1');
  const answer = (reply) => socket.write(`${JSON.stringify(reply)}\n`);
  createInterface({ input: socket }).on('line', async (line) => {
    const { id, action, params } = JSON.parse(line);
    try {
      answer({ id, value: (await actions[action](...params)) ?? null });
    } catch (error) {
      answer({ id, error: String(error) });
    }
  });
  // The test has ended.
  socket.on('error', () => undefined);
  subscriptions.push({ dispose: () => socket.destroy() });
};
