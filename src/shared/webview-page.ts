/** The HTML page of a webview, and the only place that defines what webviews may load and run. */
import { env, Uri, type Webview } from 'vscode';

export interface WebviewPage {
  /** Name of its script and stylesheet in dist/webview. */
  readonly bundle: 'chat' | 'panels' | 'agents';
  readonly title: string;
  /** Tag name of the custom element that fills the page. */
  readonly element: string;
  readonly surface: 'view' | 'editor';
}

/**
 * Fills a webview with one of the bundles in dist/webview. Allows only our scripts (by nonce, which imported chunks
 * inherit), our styles, and the icon font: no images, requests, frames, or inline styles.
 */
export function loadPage(webview: Webview, extension: Uri, { bundle, title, element, surface }: WebviewPage): void {
  const folder = Uri.joinPath(extension, 'dist/webview');
  const address = (file: string) => attribute(webview.asWebviewUri(Uri.joinPath(folder, file)).toString());
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  webview.html = `<!DOCTYPE html>
<html lang="${attribute(env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${attribute(title)}</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" nonce="${nonce}" href="${address('codicon.css')}">
<link rel="stylesheet" href="${address(`${bundle}.css`)}">
<script type="module" nonce="${nonce}" src="${address(`${bundle}.js`)}"></script>
</head>
<body data-surface="${surface}"><${element}></${element}></body>
</html>`;
}

function attribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
