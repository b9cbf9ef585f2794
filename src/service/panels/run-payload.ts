/** The kept payload that started a run, and what the panels offer to do with it. */
import { l10n, commands as registry } from 'vscode';
import { exactTime } from '../../shared/format.ts';
import { commands } from '../../shared/generated/names.ts';
import { log } from '../../shared/log.ts';
import type { Fact } from '../../shared/panels/messages.ts';
import type { Reference } from '../session/references.ts';
import type { PanelContext } from './context.ts';
import type { PayloadAction } from './messages.ts';

export interface RunPayload {
  /** When it was sent from here, in epoch milliseconds. */
  readonly at: number;
  readonly isProbable: boolean;
}

/** Returns undefined if none is kept, or if it can't be read. */
export async function payloadOfRun(
  { session, workflows }: Pick<PanelContext, 'session' | 'workflows'>,
  run: string,
): Promise<RunPayload | undefined> {
  try {
    const payload = await (await workflows.payloads()).ofRun(session.credentials.id, run);
    return payload && { at: payload.at, isProbable: payload.isProbable === true };
  } catch (error) {
    log().warn("Payloads couldn't be read.", error);
    return undefined;
  }
}

/** Says that the run was started from here, or probably was. */
export function payloadFacts(payload: RunPayload | undefined): readonly Fact[] {
  if (payload === undefined) return [];
  const time = exactTime(new Date(payload.at).toISOString());
  const value = payload.isProbable ? l10n.t('probably sent from here, {0}', time) : l10n.t('sent from here, {0}', time);
  return [{ name: l10n.t('Payload'), value }];
}

export function runPayloadAction(action: PayloadAction, run: Reference): Thenable<unknown> {
  const { sendPayloadAgain: sendAgain, editPayload, savePayload } = commands.workflows;
  return registry.executeCommand({ sendAgain, editPayload, savePayload }[action], run);
}
