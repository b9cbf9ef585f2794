import { env, window } from 'vscode';

/** Copies, and says so at the foot of the window rather than in a pop-up. */
export async function copyText(text: string, done: string): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(done, 3000);
}
