import { expect, test } from 'vitest';
import type { Memento, QuickPickItem } from 'vscode';
import { type MediaServices, RecentValues } from '../../../../src/service/media/services.ts';
import type { AudioFile } from '../../../../src/service/media/transcripts/files.ts';
import { askForOptions } from '../../../../src/service/media/transcripts/questions.ts';
import { FakeMemento, window } from '../../fake-vscode.ts';

/** Selects one item of each Quick Pick, by a part of its label. Returns the items of all. */
function choose(...labels: string[]): QuickPickItem[][] {
  const shown: QuickPickItem[][] = [];
  const ignored = () => undefined;
  const newPick = () => {
    let accept: () => void = ignored;
    const pick = {
      items: [] as QuickPickItem[],
      activeItems: [] as QuickPickItem[],
      onDidChangeValue: ignored,
      onDidTriggerButton: ignored,
      onDidHide: ignored,
      dispose: ignored,
      onDidAccept: (listener: () => void) => {
        accept = listener;
      },
      show: () => {
        const label = labels[shown.length] ?? '';
        shown.push(pick.items);
        pick.activeItems = pick.items.filter((item) => item.label.includes(label));
        accept();
      },
    };
    return pick;
  };
  Object.assign(window, { createQuickPick: newPick });
  return shown;
}

test('the options of a transcription are those of the last one, until they are changed', async () => {
  const recent = new RecentValues(new FakeMemento() as Memento);
  await recent.add('language', 'de');
  const context = { recent, models: { choose: async () => 'acme/hears' } } as unknown as MediaServices;
  const files = [{ name: 'a.wav', size: 10 }] as AudioFile[];
  choose('Change', 'de', 'SRT', 'File beside');
  const chosen = { model: 'acme/hears', language: 'de', format: 'srt', place: 'beside' };
  expect(await askForOptions(context, files)).toEqual(chosen);
  const shown = choose('Transcribe');
  expect(await askForOptions(context, files)).toEqual(chosen);
  expect(shown[0]?.[0]?.detail).toBe('acme/hears · de · Subtitles (SRT) · File beside the audio');
});
