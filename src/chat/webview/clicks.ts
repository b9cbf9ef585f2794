/** Clicks on what was rendered from the text of a model: links, and the buttons of code. The host does what they mean. */
import { CODE_ACTIONS } from '../messages.ts';
import { setFolded } from './code-fold.ts';
import { post } from './host.ts';

/** How long a button says that it has copied, in milliseconds. */
const COPIED = 1500;

export function takeClick(event: Event): void {
  const target = event.target instanceof Element ? event.target : undefined;
  const link = target?.closest<HTMLAnchorElement>('a[href]');
  if (link) {
    // The editor would open it too, by its own rules.
    event.preventDefault();
    event.stopPropagation();
    post({ kind: 'openLink', href: link.href });
  }
  const button = target?.closest('button');
  if (event.type !== 'click' || !button) return;
  if (button.matches('.code-fold')) {
    const box = button.closest('.code');
    if (box) setFolded(box, !box.classList.contains('folded'));
    return;
  }
  if (button.getAttribute('data-action') === 'copy') showCopied(button);
  const action = CODE_ACTIONS.find((one) => one === button.getAttribute('data-code'));
  const code = button.closest('.code')?.querySelector('code');
  if (!action || !code) return;
  const language = /(?:^| )language-(\S+)/.exec(code.className)?.[1] ?? '';
  post({ kind: 'code', action, text: code.textContent ?? '', language: language.slice(0, 100) });
  if (action === 'copy') showCopied(button);
}

function showCopied(button: Element): void {
  button.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => button.classList.replace('codicon-check', 'codicon-copy'), COPIED);
}
