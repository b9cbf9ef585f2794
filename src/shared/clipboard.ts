import { env, window } from 'vscode';

/** Copies text and confirms it in the status bar rather than in a notification. */
export async function copyText(text: string, done: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(done, 3000);
}
