/** The HTML page of a webview, and the only place that defines what webviews may load and run. */
import { env, Uri, type Webview } from 'vscode';

/** Fills a webview with one of the bundles in dist/webview. @param bundle name of its script and stylesheet */
export function loadPage(
  webview: Webview,
  extension: Uri,
  bundle: 'chat' | 'panels',
  page: Pick<PageParts, 'title' | 'element' | 'surface'>,
): void {
  const folder = Uri.joinPath(extension, 'dist/webview');
  const address = (file: string) => webview.asWebviewUri(Uri.joinPath(folder, file)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  webview.html = webviewPage({
    ...page,
    cspSource: webview.cspSource,
    nonce: crypto.randomUUID().replaceAll('-', ''),
    script: address(`${bundle}.js`),
    style: address(`${bundle}.css`),
    codicons: address('codicon.css'),
    language: env.language,
  });
}

export interface PageParts {
  /** The CSP source of the webview, for styles and fonts. */
  readonly cspSource: string;
  /** New for each page. */
  readonly nonce: string;
  /** URLs of files in dist/webview. */
  readonly script: string;
  readonly style: string;
  readonly codicons: string;
  readonly title: string;
  /** Tag name of the custom element that fills the page. */
  readonly element: string;
  readonly surface: 'view' | 'editor';
  /** Display language, from `vscode.env.language`. */
  readonly language: string;
}

/**
 * Returns the page. Allows only our scripts (by nonce, which imported chunks inherit), our styles, and the icon font:
 * no images, requests, frames, or inline styles.
 */
export function webviewPage(parts: PageParts): string {
  const { cspSource, nonce, script, style, codicons, title, element, surface, language } = parts;
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${attribute(title)}</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" nonce="${nonce}" href="${attribute(codicons)}">
<link rel="stylesheet" href="${attribute(style)}">
<script type="module" nonce="${nonce}" src="${attribute(script)}"></script>
</head>
<body data-surface="${surface}"><${element}></${element}></body>
</html>`;
}

function attribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
