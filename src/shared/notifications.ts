/**
 * Messages to the user. They show plain text: VS Code renders `[text](command:…)` in a notification as a link that runs
 * the command, and names and errors come from a service, a model, or a file.
 */
import { env, window } from 'vscode';
import { inert } from './text/format.ts';

/** @returns the chosen button, undefined if closed */
type Show = (message: string, ...buttons: string[]) => Thenable<string | undefined>;

export const showInformation: Show = (text, ...buttons) => window.showInformationMessage(inert(text), ...buttons);
export const showWarning: Show = (text, ...buttons) => window.showWarningMessage(inert(text), ...buttons);
export const showError: Show = (text, ...buttons) => window.showErrorMessage(inert(text), ...buttons);

/** Asks in a modal dialog, which renders no links. @param action the button that agrees @returns true if agreed */
export async function confirm(question: string, action: string, detail?: string): Promise<boolean> {
  return (await choose(question, [action], detail)) === action;
}

/** Asks in a modal dialog, which renders no links. @returns the chosen button, undefined if canceled */
export async function choose(
  question: string,
  actions: readonly string[],
  detail?: string,
): Promise<string | undefined> {
  return window.showWarningMessage(question, { modal: true, ...(detail !== undefined && { detail }) }, ...actions);
}

/** Shows a text in the status bar for a while. */
export function showStatus(message: string, milliseconds = 5000): void {
  window.setStatusBarMessage(inert(message), milliseconds);
}

/** Copies text and confirms it in the status bar rather than in a notification. */
export async function copyText(text: string, done: string): Promise<void> {
  await env.clipboard.writeText(text);
  showStatus(done, 3000);
}
