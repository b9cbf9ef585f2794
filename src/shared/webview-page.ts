/** The HTML page of a webview. The one place that says what a webview may do. */
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
  /** The webview's own origin, for styles and fonts. */
  readonly cspSource: string;
  /** Fresh for every page. */
  readonly nonce: string;
  /** Addresses inside dist/webview. */
  readonly script: string;
  readonly style: string;
  readonly codicons: string;
  readonly title: string;
  /** Name of our element that fills the page. */
  readonly element: string;
  readonly surface: 'view' | 'editor';
  /** Language of the interface, as `vscode.env.language` gives it. */
  readonly language: string;
}

/**
 * Nothing is allowed but our own scripts (by nonce, which the chunks they import inherit), our own styles and the icon
 * font: no image, no request, no frame, no inline style.
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
