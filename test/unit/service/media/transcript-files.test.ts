/** A transcript was paid for, so it's shown even if it can't be written to its place. */
import { expect, test } from 'vitest';
import type { TextDocument, TextEditor } from 'vscode';
import { writeTranscripts } from '../../../../src/service/media/transcripts/files.ts';
import { platform, usePlatform } from '../../../../src/shared/platform.ts';
import { opened, Uri } from '../../fake-vscode.ts';

const node = platform();

const transcribed = (name: string) => ({
  file: { uri: Uri.file(`/recordings/${name}`) as unknown as TextDocument['uri'], name, size: 1, blob: new Blob() },
  fileTranscript: { name, model: 'a/b', transcript: { text: `Text of ${name}` } },
});

test("a transcript that can't be written beside its audio is opened in a new document, and the error is reported", async () => {
  const writeNew = () => Promise.reject(new Error('read-only folder'));
  usePlatform({ ...node, folder: async (uri) => ({ ...(await node.folder(uri)), writeNew }) });
  await expect(
    writeTranscripts([transcribed('one.wav'), transcribed('two.wav')], 'srt', 'beside', undefined),
  ).rejects.toThrow('read-only folder');
  expect(opened).toEqual([{ content: 'Text of one.wav\n\n\nText of two.wav\n', language: 'plaintext' }]);
});

test("a transcript that can't be inserted at the cursor is opened in a new document", async () => {
  const editor = { edit: async () => false } as unknown as TextEditor;
  await writeTranscripts([transcribed('one.wav')], 'text', 'cursor', editor);
  expect(opened).toEqual([{ content: 'Text of one.wav\n', language: 'plaintext' }]);
});
