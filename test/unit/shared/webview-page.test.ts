import { describe, expect, it } from 'vitest';
import { webviewPage } from '../../../src/shared/webview-page.ts';

const page = webviewPage({
  cspSource: 'https://own.example',
  nonce: 'abc',
  script: 'https://own.example/chat.js',
  style: 'https://own.example/chat.css',
  codicons: 'https://own.example/codicon.css',
  title: 'Chat <1>',
  element: 'switchyard-chat',
  surface: 'view',
  language: 'de"><script>',
});
const policy = /content="([^"]*)"/.exec(page.slice(page.indexOf('Content-Security-Policy')))?.[1] ?? '';

describe('webview page', () => {
  it('allows only the listed sources', () => {
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'nonce-abc'",
      'style-src https://own.example',
      'font-src https://own.example',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('has one script, with the nonce, and no inline code', () => {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('<script type="module" nonce="abc" src="https://own.example/chat.js"></script>');
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  it('links the icons under the ID that the components require', () => {
    expect(page).toContain('id="vscode-codicon-stylesheet"');
  });
});
