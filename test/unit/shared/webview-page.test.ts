import { describe, expect, it } from 'vitest';
import { env, Uri, type Webview } from 'vscode';
import { loadPage } from '../../../src/shared/webview-page.ts';

const asWebviewUri = ({ path }: Uri) => new URL(path, 'https://own.example') as unknown as Uri;
const webview = { cspSource: 'https://own.example', asWebviewUri } as Webview;
Object.assign(env, { language: 'de"><script>' });
loadPage(webview, Uri.file('/extension'), {
  bundle: 'chat',
  title: 'Chat <1>',
  element: 'switchyard-chat',
  surface: 'view',
});
const page = webview.html;
const nonce = /nonce-(\w{32})/.exec(page)?.[1];
const policy = /content="([^"]*)"/.exec(page.slice(page.indexOf('Content-Security-Policy')))?.[1] ?? '';

describe('webview page', () => {
  it('allows only the listed sources', () => {
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      'style-src https://own.example',
      'font-src https://own.example',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('has one script, with the nonce, and no inline code', () => {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain(
      `<script type="module" nonce="${nonce}" src="https://own.example/extension/dist/webview/chat.js"></script>`,
    );
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  it('links the icons under the ID that the components require', () => {
    expect(page).toContain('id="vscode-codicon-stylesheet"');
  });
});
