import assert from 'node:assert/strict';
import {
  env,
  commands as registry,
  Selection,
  TabInputCustom,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { Media } from '../../../src/service/media/index.ts';
import { commands } from '../../../src/shared/generated/names.ts';
import { type Service, startService } from '../../service/index.ts';
import { gradientPng } from '../../service/picture.ts';
import { silentMp3, toneWav } from '../../service/sound.ts';
import { until } from '../../until.ts';
import { inWorkspace } from './workspace-files.ts';
import { acceptingAll, closeEditors, connect } from './world.ts';

/** The most recent choices before each test. */
const choices = [
  ['speechModel', 'openai/tts-1'],
  ['voice openai/tts-1', 'ada'],
  ['transcriptionModel', 'openai/whisper-1'],
  ['language', 'de'],
  ['transcriptForm', 'text'],
  ['transcriptPlace', 'document'],
  ['imageModel', 'openai/gpt-image-1'],
  ['imageSize', '48x32'],
  ['imageCount', '1'],
] as const;

describe('speech, transcripts and images', () => {
  let service: Service;
  let media: Awaited<ReturnType<Media['services']>>;
  let folder: Uri;

  before(async () => {
    service = await startService();
    await registry.executeCommand('workbench.action.closeSidebar');
    const inside = await connect(service.key, service.url);
    media = await inside.media.services();
    folder = inWorkspace('recordings');
    await workspace.fs.createDirectory(folder);
  });
  // Every choice, so that no test depends on another's.
  beforeEach(async () => {
    for (const [topic, value] of choices) await media.recent.add(topic, value);
  });
  afterEach(async () => {
    service.faults.clear();
    await registry.executeCommand('notifications.clearAll');
    await closeEditors();
  });
  after(async () => {
    await workspace.fs.delete(folder, { recursive: true });
    await connect(undefined);
    await service.close();
  });

  const asked = (path: string) => service.requests.filter((one) => one.path === path).length;
  const read = async (file: Uri) => Buffer.from(await workspace.fs.readFile(file));
  const text = async (file: Uri) => (await read(file)).toString();
  const write = (name: string, bytes: Uint8Array) => {
    const file = Uri.joinPath(folder, name);
    return Promise.resolve(workspace.fs.writeFile(file, bytes)).then(() => file);
  };
  let opened = 0;
  /** Opens a new file: the editor reuses names of untitled documents, together with their content. */
  async function open(content: string, selection?: Selection): Promise<TextDocument> {
    const document = await workspace.openTextDocument(await write(`note-${opened++}.md`, Buffer.from(content)));
    const editor = await window.showTextDocument(document);
    if (selection) editor.selection = selection;
    return document;
  }
  const previews = () =>
    window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) => (input instanceof TabInputCustom ? [input] : [])),
    );
  const preview = (viewType: string) => until(viewType, () => previews().find((one) => one.viewType === viewType));

  it('read the selection aloud with the last model and voice, in the audio preview', async () => {
    await open('Not this. But these words here.', new Selection(0, 10, 0, 31));
    await registry.executeCommand(commands.media.readAloud);
    const { uri } = await preview('vscode.audioPreview');
    assert.match(uri.path, /\/made\/but-these-words-here-\d{8}-\d{6}\.wav$/);
    assert.deepEqual(await read(uri), Buffer.from(toneWav('But these words here.', 'ada')));
    assert.deepEqual(await media.generated.about(uri), {
      kind: 'speech',
      model: 'openai/tts-1',
      voice: 'ada',
      text: 'But these words here.',
    });
  });

  it('read the whole document without a selection, the clipboard and a file', async () => {
    await open('All of it.');
    await registry.executeCommand(commands.media.readAloud);
    assert.match((await preview('vscode.audioPreview')).uri.path, /all-of-it/);
    await env.clipboard.writeText('From the clipboard');
    await registry.executeCommand(commands.media.speakClipboard);
    await until('the clipboard', () => previews().some(({ uri }) => /from-the-clipboard/.test(uri.path)));
    await registry.executeCommand(commands.media.speakFile, await write('words.txt', Buffer.from('From a file')));
    await until('the file', () => previews().some(({ uri }) => /from-a-file/.test(uri.path)));
  });

  it('detect file types by their bytes, and remember the voice of each model', async () => {
    await media.recent.add('speechModel', 'elevenlabs/multilingual-v2');
    await open('Four words are here');
    await registry.executeCommand(commands.media.readAloud);
    const { uri } = await preview('vscode.audioPreview');
    assert.match(uri.path, /\.mp3$/);
    assert.deepEqual(await read(uri), Buffer.from(silentMp3(40)));
  });

  it('transcribe a file into a new document with times', async () => {
    await media.recent.add('transcriptionModel', 'deepgram/nova-3');
    await media.recent.add('transcriptForm', 'times');
    const file = await write('talk.wav', toneWav('one two', 'ada'));
    await acceptingAll(commands.media.transcribe, file);
    const lines = window.activeTextEditor?.document.getText().split('\n') ?? [];
    assert.equal(lines[0], 'talk.wav');
    assert.equal(lines[1], 'Language: de · Length: 10 s · Transcribed by deepgram/nova-3');
    assert.equal(lines[3], '00:00:00  This is what was said in de in talk.wav, 8044 bytes long.');
    assert.equal(lines[5], '00:00:07  Then somebody said <goodbye> & left.');
    assert.equal(window.activeTextEditor?.document.languageId, 'plaintext');
  });

  it('transcribe several files into subtitle files next to them, and overwrite none', async () => {
    await media.recent.add('transcriptionModel', 'deepgram/nova-3');
    await media.recent.add('transcriptForm', 'srt');
    await media.recent.add('transcriptPlace', 'beside');
    const files = [await write('a.wav', toneWav('a', 'b')), await write('b.mp3', silentMp3(3))];
    await write('a.srt', Buffer.from('mine'));
    await acceptingAll(commands.media.transcribe, files[0], files);
    assert.equal(await text(Uri.joinPath(folder, 'a.srt')), 'mine');
    assert.match(
      await text(Uri.joinPath(folder, 'a-2.srt')),
      /^1\n00:00:00,000 --> 00:00:03,000\nThis is what was said/,
    );
    assert.match(await text(Uri.joinPath(folder, 'b.srt')), /said in de in b\.mp3, 1251 bytes long/);
  });

  it('transcribe at the cursor, as plain text if the model returns no times', async () => {
    await media.recent.add('transcriptForm', 'vtt');
    await media.recent.add('transcriptPlace', 'cursor');
    const file = await write('note.wav', toneWav('a', 'b'));
    const document = await open('Before: . After.', new Selection(0, 8, 0, 8));
    await acceptingAll(commands.media.transcribe, file);
    assert.equal(document.getText(), 'Before: This is what was said in de in note.wav, 4044 bytes long.. After.');
    await registry.executeCommand('undo');
    assert.equal(document.getText(), 'Before: . After.');
  });

  it("send no files that are empty or aren't audio", async () => {
    const before = asked('/v1/audio/transcriptions');
    for (const bytes of [Buffer.alloc(0), Buffer.from('{"no": "sound"}'), Buffer.from(gradientPng(4, 4, 1))])
      await registry.executeCommand(commands.media.transcribe, await write('wrong.wav', bytes));
    assert.equal(asked('/v1/audio/transcriptions'), before);
  });

  it('generate images from the selection, show them, and store their prompts', async () => {
    await media.recent.add('imageCount', '2');
    await open('A small ../../boat at dawn', new Selection(0, 0, 0, 26));
    await acceptingAll(commands.media.generateImage);
    const shown = previews().filter(({ viewType }) => viewType === 'imagePreview.previewEditor');
    assert.equal(shown.length, 2);
    const [first] = shown;
    assert.ok(first);
    const png = await read(first.uri);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [48, 32]);
    assert.match(first.uri.path, /\/made\/a-small-boat-at-dawn-\d{8}-\d{6}(-2)?\.png$/);
    assert.deepEqual(await media.generated.about(first.uri), {
      kind: 'image',
      model: 'openai/gpt-image-1',
      prompt: 'A small ../../boat at dawn',
      size: '48x32',
      revisedPrompt: 'A small ../../boat at dawn, soft light, muted colours',
    });
  });

  it('download an image from the service without the key, and generate it again', async () => {
    await media.recent.add('imageModel', 'black-forest-labs/flux-1.1-pro');
    await open('A lamp', new Selection(0, 0, 0, 6));
    const before = service.requests.length;
    await acceptingAll(commands.media.generateImage);
    const pictures = () =>
      service.requests.slice(before).flatMap(({ path, status }) => (path.startsWith('/pictures/') ? [status] : []));
    assert.deepEqual(pictures(), [200]);
    await until('the image to be in front', () => {
      const input = window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof TabInputCustom && input.uri.path.includes('/a-lamp-');
    });
    await media.recent.add('imageSize', '9x9');
    await acceptingAll(commands.media.regenerateImage);
    assert.deepEqual(pictures(), [200, 200]);
    assert.equal(media.recent.last('imageSize'), '48x32');
    // Without an image in front, it is chosen from a list, newest first.
    await closeEditors();
    await acceptingAll(commands.media.regenerateImage);
    assert.deepEqual(pictures(), [200, 200, 200]);
  });

  it('never connect to private addresses', async () => {
    const elsewhere = await startService();
    const before = (await media.generated.newest('png')).length;
    for (const url of [`${elsewhere.url}/pictures/1-8x8.png`, 'https://169.254.169.254/latest', 'file:///etc/passwd']) {
      service.faults.add({ effect: { kind: 'body', body: { data: [{ url }] } }, path: '/v1/images/generations' });
      await open('A lamp', new Selection(0, 0, 0, 6));
      await acceptingAll(commands.media.generateImage);
    }
    assert.equal((await media.generated.newest('png')).length, before);
    assert.deepEqual(elsewhere.requests, []);
    await elsewhere.close();
  });

  it('insert an image next to the document as Markdown', async () => {
    await open('A lamp', new Selection(0, 0, 0, 6));
    await acceptingAll(commands.media.generateImage);
    const file = await write('notes.md', Buffer.from('# Notes\n\nreplaced'));
    const editor = await window.showTextDocument(file);
    editor.selection = new Selection(2, 0, 2, 8);
    const [newest] = await media.generated.newest('png');
    await registry.executeCommand('vscode.openWith', newest, 'imagePreview.previewEditor');
    await preview('imagePreview.previewEditor');
    await registry.executeCommand(commands.media.insertImage);
    await registry.executeCommand(commands.media.insertImage, newest);
    assert.equal(window.activeTextEditor?.document.uri.path, file.path);
    assert.equal(
      window.activeTextEditor?.document.getText(),
      '# Notes\n\n![A lamp](images/a-lamp.png)![A lamp](images/a-lamp-2.png)',
    );
    const copied = await read(Uri.joinPath(folder, 'images', 'a-lamp.png'));
    assert.deepEqual(copied, newest && (await read(newest)));
  });
});
