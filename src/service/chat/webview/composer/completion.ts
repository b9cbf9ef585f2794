/** Suggestions for `#…` and `/…` in the composer: a list that is controlled with the keyboard from the text field. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { type MentionKind, type Mentions, mentionKinds, messageLimits } from '../../messages.ts';
import { attachmentIcons } from '../chips.ts';
import { icon } from '../icons.ts';
import { post, runCommand } from '../to-host.ts';

interface Option {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  /** @returns the replacement for the word */
  readonly choose: () => string;
}

const descriptions: Readonly<Record<MentionKind, () => string>> = {
  file: () => l10n.t('A file of the workspace'),
  selection: () => l10n.t('Selected text in the editor'),
  problems: () => l10n.t('Problems in the active file'),
  run: () => l10n.t('A run with its steps'),
  workflow: () => l10n.t('A workflow with its schedule'),
};

/** The text field, which acts on what is chosen. */
export interface CompletedField {
  readonly text: string;
  /** Position of the caret in the text. */
  readonly caret: number;
  readonly settings: { toggle(): void };
  readonly newChat: () => void;
  requestUpdate(): void;
  replaceRange(start: number, end: number, text: string): void;
}

export class Completion {
  readonly #field: CompletedField;
  #trigger: Trigger | undefined;
  #options: readonly Option[] = [];
  #active = 0;
  /** Number of the latest request. Responses to earlier ones are ignored. */
  #request = 0;
  #loading = false;
  /** Enter or Tab was pressed while the options were loading: the first one is chosen when they arrive. */
  #isAccepted = false;
  #note = '';
  /** Start of the word whose list was closed with Escape. */
  #dismissed: number | undefined;

  constructor(field: CompletedField) {
    this.#field = field;
  }

  get isOpen(): boolean {
    return this.#trigger !== undefined && (this.#options.length > 0 || this.#trigger.sign === '#');
  }

  get activeId(): string | undefined {
    return this.isOpen && this.#options.length > 0 ? optionId(this.#active) : undefined;
  }

  /** Called after the text or the cursor has changed. */
  update(): void {
    const { text, caret } = this.#field;
    const trigger = triggerAt(text, caret);
    if (trigger?.start !== this.#dismissed || trigger === undefined) this.#dismissed = undefined;
    const next = this.#dismissed === undefined ? trigger : undefined;
    if (JSON.stringify(next) === JSON.stringify(this.#trigger)) return;
    this.#trigger = next;
    this.#active = 0;
    this.#note = '';
    this.#loading = false;
    this.#isAccepted = false;
    this.#options = next ? this.#optionsOf(next) : [];
    this.#field.requestUpdate();
  }

  close(): void {
    if (!this.#trigger) return;
    this.#trigger = undefined;
    this.#field.requestUpdate();
  }

  /** Shows the items that the host found. */
  show(request: number, { items, note = '' }: Mentions): void {
    const of = this.#trigger?.sign === '#' ? this.#trigger.of : undefined;
    if (request !== this.#request || of === undefined) return;
    this.#loading = false;
    this.#note = note;
    this.#active = 0;
    this.#options = items.map(({ key, label, description, icon: name = attachmentIcons[of] }) => ({
      label,
      description,
      icon: name,
      choose: () => attach(of, key),
    }));
    if (this.#isAccepted) this.#choose(0);
    this.#isAccepted = false;
    this.#field.requestUpdate();
  }

  /** @returns true if the list handled the key */
  key(event: KeyboardEvent): boolean {
    if (!this.isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
    const count = this.#options.length;
    const accepts = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey;
    if (event.key === 'Escape') {
      this.#dismissed = this.#trigger?.start;
      this.#trigger = undefined;
    }
    // Until then, the list is empty or shows the options of an earlier query.
    else if (accepts && this.#loading) this.#isAccepted = true;
    else if (count === 0) return false;
    else if (event.key === 'ArrowDown') this.#active = (this.#active + 1) % count;
    else if (event.key === 'ArrowUp') this.#active = (this.#active + count - 1) % count;
    else if (accepts) this.#choose(this.#active);
    else return false;
    event.preventDefault();
    // Escape would also stop the answer.
    event.stopPropagation();
    this.#field.requestUpdate();
    return true;
  }

  render(): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing;
    const empty = this.#loading ? l10n.t('Loading…') : l10n.t('No matches');
    const note = this.#note || (this.#options.length === 0 ? empty : '');
    return html`<div class="completion">
      <div class="completion-list" id="completion" role="listbox" aria-label=${l10n.t('Suggestions')}>
        ${this.#options.map((option, at) => this.#option(option, at))}
      </div>
      ${note === '' ? nothing : html`<div class="completion-empty">${note}</div>`}
    </div>`;
  }

  #option({ label, description, icon: name }: Option, at: number): TemplateResult {
    return html`<div
      class="completion-option"
      id=${optionId(at)}
      role="option"
      aria-selected=${at === this.#active}
      title=${description === '' ? label : `${label} · ${description}`}
      @mousedown=${(event: Event) => {
        // Keep the focus in the text field.
        event.preventDefault();
        this.#choose(at);
      }}
    >
      ${icon(name)}<span class="completion-label">${label}</span>
      <span class="completion-description">${description}</span>
    </div>`;
  }

  #choose(at: number): void {
    const trigger = this.#trigger;
    const option = this.#options[at];
    if (!trigger || !option) return;
    this.#trigger = undefined;
    this.#field.replaceRange(trigger.start, this.#field.caret, option.choose());
    // After a kind such as `#file:`, its items are suggested.
    this.update();
  }

  #optionsOf(trigger: Trigger): readonly Option[] {
    const { query } = trigger;
    if (trigger.sign === '/')
      return this.#commands().filter(({ label }) => label.startsWith(`/${query.toLowerCase()}`));
    if (trigger.of !== undefined) {
      this.#loading = true;
      post({
        kind: 'findMentions',
        of: trigger.of,
        query: query.slice(0, messageLimits.query),
        request: ++this.#request,
      });
      // The options stay until the response arrives, to avoid flickering.
      return this.#options.length > 0 && query !== '' ? this.#options : [];
    }
    const names = mentionKinds.filter((of) => of.startsWith(query.toLowerCase()));
    return names.map((of) => ({
      label: `#${of}`,
      description: descriptions[of](),
      icon: attachmentIcons[of],
      choose: () => (of === 'selection' || of === 'problems' ? attach(of, '') : `#${of}:`),
    }));
  }

  #commands(): readonly Option[] {
    const command = (name: string, description: string, iconName: string, act: () => void): Option => ({
      label: `/${name}`,
      description,
      icon: iconName,
      choose: () => {
        act();
        return '';
      },
    });
    return [
      command('explain', l10n.t('Explain a run'), 'question', () => runCommand('switchyard.chat.explainRun')),
      command('attach', l10n.t('Attach something'), 'attach', () => runCommand('switchyard.chat.attach')),
      command('model', l10n.t('Choose a model'), 'sparkle', () => runCommand('switchyard.chat.chooseModel')),
      command('settings', l10n.t('Change chat settings'), 'settings', () => this.#field.settings.toggle()),
      // After the command is removed from the text.
      command('new', l10n.t('Start a new chat'), 'add', () => queueMicrotask(this.#field.newChat)),
      command('chats', l10n.t('Open another chat'), 'history', () => runCommand('switchyard.chat.showChats')),
      command('rename', l10n.t('Rename this chat'), 'edit', () => runCommand('switchyard.chat.rename')),
      command('export', l10n.t('Export this chat'), 'export', () => runCommand('switchyard.chat.export')),
    ];
  }
}

function attach(of: MentionKind, key: string): string {
  post({ kind: 'attachMention', of, key });
  return '';
}

function optionId(at: number): string {
  return `completion-${at}`;
}

type Trigger =
  /** `/…` at the beginning of a message. */
  | { readonly sign: '/'; readonly start: number; readonly query: string }
  /** `#…`, or with the name of a kind, `#run:…`. */
  | { readonly sign: '#'; readonly start: number; readonly query: string; readonly of?: MentionKind };

/** Finds the word at the cursor that triggers completion. @param caret offset of the cursor */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret);
  const command = /^\/([\w-]*)$/.exec(before);
  if (command) return { sign: '/', start: 0, query: command[1] ?? '' };
  const mention = /(?:^|\s)(#(?:([a-z]+):)?(\S*))$/.exec(before);
  if (!mention) return undefined;
  const [, word = '', name, rest = ''] = mention;
  const start = caret - word.length;
  if (name === undefined) return { sign: '#', start, query: rest };
  const of = mentionKinds.find((one) => one === name);
  return of && { sign: '#', start, query: rest, of };
}
