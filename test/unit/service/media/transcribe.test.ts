import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import type { MediaServices } from '../../../../src/service/media/services.ts';
import { transcribe } from '../../../../src/service/media/transcripts/commands.ts';
import { writeTranscripts } from '../../../../src/service/media/transcripts/files.ts';
import { chosen, settings, shown, Uri } from '../../fake-vscode.ts';
import { sessionOf, used } from '../../session.ts';
import { settle } from '../../settle.ts';

vi.mock('../../../../src/service/media/transcripts/questions.ts', () => ({
  askForOptions: async () => ({ model: 'a/b', language: '', format: 'text', place: 'document' }),
}));
vi.mock('../../../../src/service/media/transcripts/files.ts', () => ({
  writeTranscripts: vi.fn(),
  openAudio: async (uri: Uri) => {
    if (uri.path.includes('unreadable')) throw new Error(`${uri.path.slice(1)} is empty.`);
    return { uri, name: uri.path.slice(1), size: 10, blob: new Blob(['x']) };
  },
}));

const files = ['one.wav', 'two.wav', 'three.wav'].map((name) => Uri.file(`/${name}`));

/** Creates a service that records the files to transcribe, in order. `refuse` returns the error for a file. */
function setUp(refuse: (file: string) => ApiFailure | undefined, keep: () => Promise<unknown> = async () => undefined) {
  const asked: string[] = [];
  const client = {
    transcribe: async ({ fileName }: { fileName: string }) => {
      asked.push(fileName);
      const refusal = refuse(fileName);
      if (refusal) throw refusal;
      return { text: fileName };
    },
  };
  const parts = {
    session: sessionOf(client),
    generated: { store: keep },
  } as unknown as MediaServices;
  return { asked, parts };
}

const transcribed = () => vi.mocked(writeTranscripts).mock.calls.map(([all]) => all.map(({ file }) => file.name));

beforeEach(() => {
  settings.set('switchyard.requestTimeout', 60);
  for (const list of [chosen, shown]) list.length = 0;
  vi.mocked(writeTranscripts).mockClear();
});

describe('transcribing several files', () => {
  test('retries only the file that failed', async () => {
    let fails = true;
    const refusal = new ApiFailure({ kind: 'notFound', status: 404, message: 'no such model' });
    const { asked, parts } = setUp((file) => (fails && file === 'two.wav' ? refusal : undefined));
    chosen.push('Choose Another Model');
    const first = transcribe(parts, undefined, files);
    await first.then(() => {
      fails = false;
    });
    await settle(2);
    expect(asked).toEqual(['one.wav', 'two.wav', 'three.wav', 'two.wav']);
    expect(transcribed()).toEqual([['one.wav', 'three.wav'], ['two.wav']]);
  });

  test('records each transcript as paid for, but not a file that failed', async () => {
    used.length = 0;
    const refusal = new ApiFailure({ kind: 'server', status: 500, message: 'Busy' });
    const { parts } = setUp((file) => (file === 'two.wav' ? refusal : undefined));
    await transcribe(parts, undefined, files);
    expect(used).toMatchObject([{ feature: 'transcripts', model: 'a/b' }, { feature: 'transcripts' }]);
  });

  test('leaves out a file that cannot be read, and names it', async () => {
    const { asked, parts } = setUp(() => undefined);
    await transcribe(parts, undefined, [Uri.file('/unreadable.wav'), ...files]);
    expect(asked).toEqual(['one.wav', 'two.wav', 'three.wav']);
    expect(shown).toContain('Left out: unreadable.wav is empty.');
    await expect(transcribe(parts, undefined, [Uri.file('/unreadable.wav')])).rejects.toThrow('is empty');
  });

  test('retries all remaining files if several failed', async () => {
    let fails = true;
    const busy = new ApiFailure({ kind: 'server', status: 500, message: 'busy' });
    const { asked, parts } = setUp((file) => (fails && file !== 'one.wav' ? busy : undefined));
    chosen.push('Transcribe Remaining Files');
    await transcribe(parts, undefined, files).then(() => {
      fails = false;
    });
    await settle(2);
    expect(shown.some((text) => text.startsWith("2 files weren't transcribed."))).toBe(true);
    expect(asked).toEqual(['one.wav', 'two.wav', 'three.wav', 'two.wav', 'three.wav']);
    expect(transcribed()).toEqual([['one.wav'], ['two.wav', 'three.wav']]);
  });

  test('reports the remaining files when the user cancels', async () => {
    const canceled = new ApiFailure({ kind: 'canceled', message: 'Canceled.' });
    const { parts } = setUp((file) => (file === 'one.wav' ? undefined : canceled));
    await transcribe(parts, undefined, files);
    expect(shown.some((text) => text.startsWith("2 files weren't transcribed."))).toBe(true);
  });

  test('reports a failed file even if the next one is canceled', async () => {
    const busy = new ApiFailure({ kind: 'server', status: 500, message: 'busy' });
    const canceled = new ApiFailure({ kind: 'canceled', message: 'Canceled.' });
    const { parts } = setUp((file) => (file === 'one.wav' ? busy : canceled));
    await transcribe(parts, undefined, files.slice(0, 2));
    expect(shown).toEqual([expect.stringMatching(/^2 files weren't transcribed\. .*busy/)]);
  });

  test('reports a failed file even if the transcripts cannot be written', async () => {
    const busy = new ApiFailure({ kind: 'server', status: 500, message: 'busy' });
    const { parts } = setUp((file) => (file === 'two.wav' ? busy : undefined));
    vi.mocked(writeTranscripts).mockRejectedValueOnce(new Error('disk full'));
    await expect(transcribe(parts, undefined, files)).rejects.toThrow('disk full');
    expect(shown).toEqual([expect.stringMatching(/^two\.wav wasn't transcribed\. .*busy/)]);
  });

  test('shows transcripts even if they cannot be stored', async () => {
    const { asked, parts } = setUp(
      () => undefined,
      () => Promise.reject(new Error('disk full')),
    );
    await transcribe(parts, undefined, files);
    expect(asked).toHaveLength(3);
    expect(transcribed()).toEqual([['one.wav', 'two.wav', 'three.wav']]);
  });
});
