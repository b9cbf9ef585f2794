/** A few questions in a row, in the quick input: each can be gone back from, and Escape leaves them all. */
import {
  type InputBox,
  type QuickInputButton,
  QuickInputButtons,
  type QuickPick,
  type QuickPickItem,
  window,
} from 'vscode';
import { inert } from './format.ts';

/** Where a question stands among the others. */
export interface StepFrame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

/** Asks, and keeps the answer: `next` once there is one. Undefined: the user left. */
export type Step = (frame: StepFrame) => Promise<'next' | 'back' | undefined>;

/**
 * Asks one question after the other.
 * @param steps worked out anew after each answer, for it may bring others along; those before it stay the same
 * @returns false when the user left
 */
export async function runSteps(title: string, steps: () => readonly Step[]): Promise<boolean> {
  for (let index = 0; index < steps().length; ) {
    const all = steps();
    const outcome = await all[index]?.({ title, step: index + 1, totalSteps: all.length });
    if (outcome === undefined) return false;
    index += outcome === 'next' ? 1 : -1;
  }
  return true;
}

const BUSY = { busy: true, enabled: false };
const READY = { busy: false, enabled: true };

interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Shows dots. */
  readonly password?: boolean;
  /** What is wrong with the text as it stands, while it is typed. */
  readonly typed?: (text: string) => string | undefined;
  /** What is wrong with it after all. May take a while, in which the question stays; the signal says that the user left. */
  readonly problem: (text: string, left: AbortSignal) => Promise<string | undefined>;
  readonly take: (text: string) => void;
  /** A way out of the question; what was typed so far is taken without a check. */
  readonly button?: { readonly shown: QuickInputButton; readonly press: () => void };
}

/** Asks for a text. */
export function askText(frame: StepFrame, question: TextQuestion) {
  const { prompt, placeholder, value, password = false, typed, problem, take, button } = question;
  const box = Object.assign(window.createInputBox(), frame, { prompt, placeholder, value, password });
  box.onDidChangeValue((text) => {
    box.validationMessage = typed?.(text);
  });
  const accept = async (left: AbortSignal) => {
    const text = box.value;
    const wrong = await problem(text, left);
    if (text !== box.value) return false;
    box.validationMessage = wrong;
    if (wrong === undefined) take(text);
    return wrong === undefined;
  };
  const pressed = () => {
    take(box.value);
    button?.press();
  };
  return answerOf(box, accept, button && { shown: button.shown, press: pressed });
}

interface Choice<T extends QuickPickItem> {
  readonly placeholder: string;
  readonly items: readonly T[];
  /** Chosen with Enter unless the user moves. */
  readonly active: T | undefined;
  readonly take: (item: T) => void;
}

/** Asks to choose one of several. */
export function askChoice<T extends QuickPickItem>(frame: StepFrame, { placeholder, items, active, take }: Choice<T>) {
  const pick = Object.assign(window.createQuickPick<T>(), frame, { placeholder, items });
  if (active !== undefined) pick.activeItems = [active];
  return answerOf(pick, async () => {
    const [item] = pick.activeItems;
    if (item !== undefined) take(item);
    return item !== undefined;
  });
}

interface OpenChoice {
  readonly placeholder: string;
  /** The first of them is chosen with Enter. */
  readonly items: readonly OpenItem[];
  /** What is wrong with a text that is typed. */
  readonly problem?: (text: string) => string | undefined;
  readonly take: (value: string) => void;
}
interface OpenItem extends QuickPickItem {
  readonly value: string;
}

/** Asks to choose one of several, or to type something else. */
export function askChoiceOrText(frame: StepFrame, { placeholder, items, problem, take }: OpenChoice) {
  const pick = Object.assign(window.createQuickPick<OpenItem>(), frame, { placeholder, items });
  pick.onDidChangeValue((value) => {
    const text = value.trim();
    const known = text === '' || items.some((item) => item.value === text);
    const typed = { label: inert(text), description: problem?.(text) ?? '', value: text, alwaysShow: true };
    pick.items = known ? items : [typed, ...items];
  });
  return answerOf(pick, async () => {
    // Enter may come before the item for what is typed does.
    const value = pick.activeItems[0]?.value ?? (pick.value.trim() || undefined);
    const taken = value !== undefined && (items.some((item) => item.value === value) || !problem?.(value));
    if (taken) take(value);
    return taken;
  });
}

/** @param accept takes the answer; false where it cannot be taken @param button leaves the question as answered */
async function answerOf<T extends QuickPickItem>(
  input: InputBox | QuickPick<T>,
  accept: (left: AbortSignal) => Promise<boolean>,
  button?: { readonly shown: QuickInputButton; readonly press: () => void },
): Promise<'next' | 'back' | undefined> {
  const left = new AbortController();
  // An address is copied from elsewhere: what has been answered so far waits.
  input.ignoreFocusOut = true;
  input.buttons = [...(input.step === 1 ? [] : [QuickInputButtons.Back]), ...(button ? [button.shown] : [])];
  try {
    return await new Promise((resolve, reject) => {
      input.onDidAccept(() => {
        if (input.busy) return;
        Object.assign(input, BUSY);
        accept(left.signal).then((accepted) => {
          Object.assign(input, READY);
          if (accepted) resolve('next');
        }, reject);
      });
      input.onDidTriggerButton((pressed) => {
        if (pressed === QuickInputButtons.Back) return resolve('back');
        button?.press();
        resolve('next');
      });
      input.onDidHide(() => resolve(undefined));
      input.show();
    });
  } finally {
    left.abort();
    input.dispose();
  }
}
