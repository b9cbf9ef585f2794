import { env } from 'vscode';
import { showStatus } from './notifications.ts';

/** Copies text and confirms it in the status bar rather than in a notification. */
export async function copyText(text: string, done: string): Promise<void> {
  await env.clipboard.writeText(text);
  showStatus(done, 3000);
}
