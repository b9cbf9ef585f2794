/** Multi-step quick input with a Back button. Escape cancels all steps. */
import {
  type InputBox,
  InputBoxValidationSeverity,
  type QuickInputButton,
  QuickInputButtons,
  type QuickPick,
  type QuickPickItem,
  window,
} from 'vscode';
import { inert } from './text/format.ts';

/** Title and position of a step. */
export interface StepFrame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

/** Shows a step and stores its answer. Resolves to `next` when it's answered, or undefined if the user canceled. */
export type Step = (frame: StepFrame) => Promise<'next' | 'back' | undefined>;

/**
 * Shows one step after the other.
 * @param steps computed again after each answer, which can add or remove later steps but must not change earlier ones
 * @returns false if the user canceled
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

/** Why a text isn't accepted, with a button that accepts it all the same, until the text changes. */
export interface OverridableProblem {
  readonly text: string;
  readonly override: QuickInputButton;
}

interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Masks the text. */
  readonly password?: boolean;
  /** Returns an error message for the text while the user types. */
  readonly validateWhileTyping?: (text: string) => string | undefined;
  /** Returns how a text without an error is understood, if that differs from what was typed. */
  readonly explain?: (text: string) => string | undefined;
  /** Returns why the accepted text is wrong. May be slow: the step stays open, and canceling aborts `left`. */
  readonly validate: (text: string, left: AbortSignal) => Promise<string | OverridableProblem | undefined>;
  readonly accept: (text: string) => void;
  /** An additional button that ends the step and stores the current text without a check. */
  readonly button?: { readonly shown: QuickInputButton; readonly press: () => void };
}

export function askText(frame: StepFrame, question: TextQuestion) {
  const {
    prompt,
    placeholder,
    value,
    password = false,
    validateWhileTyping,
    explain,
    validate,
    accept,
    button,
  } = question;
  const box = Object.assign(window.createInputBox(), frame, { prompt: inert(prompt), placeholder, value, password });
  /** The service's reason can be in the text, and links in it would run commands. */
  const showProblem = (problem: string | undefined): void => {
    box.validationMessage = problem && inert(problem);
  };
  let override: QuickInputButton | undefined;
  const offer = (next: QuickInputButton | undefined): void => {
    box.buttons = [...box.buttons.filter((one) => one !== override), ...(next ? [next] : [])];
    override = next;
  };
  box.onDidChangeValue((text) => {
    offer(undefined);
    const problem = validateWhileTyping?.(text);
    const note = problem === undefined ? explain?.(text) : undefined;
    if (note === undefined) showProblem(problem);
    else box.validationMessage = { message: inert(note), severity: InputBoxValidationSeverity.Info };
  });
  const submit = async (left: AbortSignal) => {
    const text = box.value;
    const wrong = await validate(text, left);
    if (text !== box.value) return false;
    showProblem(typeof wrong === 'object' ? wrong.text : wrong);
    offer(typeof wrong === 'object' ? wrong.override : undefined);
    if (wrong === undefined) accept(text);
    return wrong === undefined;
  };
  const pressed = (which: QuickInputButton) => {
    accept(box.value);
    if (which === button?.shown) button.press();
  };
  return showInput(box, submit, pressed, button?.shown);
}

interface Choice<T extends QuickPickItem> {
  readonly placeholder: string;
  readonly items: readonly T[];
  /** Initially focused, so that Enter selects it. */
  readonly active?: T | undefined;
  readonly accept: (item: T) => void;
}

export function askChoice<T extends QuickPickItem>(
  frame: StepFrame,
  { placeholder, items, active, accept }: Choice<T>,
) {
  const pick = Object.assign(window.createQuickPick<T>(), frame, { placeholder, items });
  if (active !== undefined) pick.activeItems = [active];
  return showInput(pick, async () => {
    const [item] = pick.activeItems;
    if (item !== undefined) accept(item);
    return item !== undefined;
  });
}

interface OpenChoice {
  readonly placeholder: string;
  /** Enter selects the first one by default. */
  readonly items: readonly OpenItem[];
  /** Returns an error message for a typed text. */
  readonly validate?: (text: string) => string | undefined;
  /** Label of the item for a typed text; the text itself by default. */
  readonly typedLabel?: (text: string) => string;
  readonly accept: (value: string) => void;
}
interface OpenItem extends QuickPickItem {
  readonly value: string;
}

/** Shows a quick pick that also accepts a typed text. @param frame a question alone has only a title */
export function askChoiceOrText(frame: Pick<StepFrame, 'title'> & Partial<StepFrame>, choice: OpenChoice) {
  const { placeholder, items, validate, typedLabel = (text) => text, accept } = choice;
  const pick = Object.assign(window.createQuickPick<OpenItem>(), frame, { placeholder, items });
  pick.onDidChangeValue((value) => {
    const text = value.trim();
    const known = text === '' || items.some((item) => item.value === text);
    const typed = {
      label: inert(typedLabel(text)),
      description: validate?.(text) ?? '',
      value: text,
      alwaysShow: true,
    };
    pick.items = known ? items : [typed, ...items];
  });
  return showInput(pick, async () => {
    // Enter may be pressed before the item of the typed text is active.
    const value = pick.activeItems[0]?.value ?? (pick.value.trim() || undefined);
    const taken = value !== undefined && (items.some((item) => item.value === value) || !validate?.(value));
    if (taken) accept(value);
    return taken;
  });
}

/**
 * @param submit stores the answer; returns false if it's invalid
 * @param press called with any button other than Back, which ends the step as answered @param button shown from the beginning
 */
async function showInput<T extends QuickPickItem>(
  input: InputBox | QuickPick<T>,
  submit: (left: AbortSignal) => Promise<boolean>,
  press?: (button: QuickInputButton) => void,
  button?: QuickInputButton,
): Promise<'next' | 'back' | undefined> {
  const left = new AbortController();
  // Users copy URLs and keys from other windows, so losing focus must not cancel the steps.
  input.ignoreFocusOut = true;
  input.buttons = [...((input.step ?? 1) === 1 ? [] : [QuickInputButtons.Back]), ...(button ? [button] : [])];
  try {
    return await new Promise((resolve, reject) => {
      input.onDidAccept(() => {
        if (input.busy) return;
        Object.assign(input, { busy: true, enabled: false });
        submit(left.signal).then((accepted) => {
          Object.assign(input, { busy: false, enabled: true });
          if (accepted) resolve('next');
        }, reject);
      });
      input.onDidTriggerButton((pressed) => {
        if (pressed === QuickInputButtons.Back) return resolve('back');
        press?.(pressed);
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
