/** Handles clicks in rendered answers: on links, and on the buttons of code blocks. The host performs the actions. */
import { codeActions } from '../messages.ts';
import { setFolded } from './code-blocks.ts';
import { post } from './host.ts';

/** How long a copy button shows its check mark, in milliseconds. */
const copiedMs = 1500;

export function handleClick(event: MouseEvent): void {
  // `auxclick` is also the right button, which opens the context menu.
  if (event.button === 2) return;
  const target = event.target instanceof Element ? event.target : undefined;
  const link = target?.closest<HTMLAnchorElement>('a[href]');
  if (link) {
    // VS Code would also open the link, by its own rules.
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
  const action = codeActions.find((one) => one === button.getAttribute('data-code'));
  const code = button.closest('.code')?.querySelector('code');
  if (!action || !code) return;
  const language = /(?:^| )language-(\S+)/.exec(code.className)?.[1] ?? '';
  post({ kind: 'code', action, text: code.textContent ?? '', language: language.slice(0, 100) });
  if (action === 'copy') showCopied(button);
}

function showCopied(button: Element): void {
  button.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => button.classList.replace('codicon-check', 'codicon-copy'), copiedMs);
}
