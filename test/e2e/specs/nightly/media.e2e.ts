import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commands } from '../../../../src/shared/generated/names.ts';
import { toneWav } from '../../../service/sound.ts';
import { until } from '../../../until.ts';
import { openWorld, shot, type World } from '../../session.ts';
import { vscode } from '../../workbench-page.ts';
import { signedIn } from '../../worlds.ts';

describe('speech, transcripts, images, and API requests', () => {
  let world: World;
  before(async () => {
    world = await openWorld(signedIn);
    for (const name of ['standup.wav', 'interview.wav'])
      writeFileSync(path.join(world.folder, name), toneWav('one two three four', name));
  });

  const rows = () => world.ui.inputWidget.locator('.monaco-list-row');
  const choose = async (text: string) => {
    await world.ui.choose(text);
    await rows().filter({ hasText: text }).first().waitFor({ state: 'hidden' });
  };
  /** Types a value that isn't in the list, and accepts it. */
  const type = async (text: string) => {
    await world.ui.input.fill(text);
    await rows().first().filter({ hasText: text }).waitFor();
    await world.ui.input.press('Enter');
  };
  const tab = (name: string | RegExp) => world.ui.page.locator('.tab.active', { hasText: name });
  const action = (label: string) => world.ui.page.locator('.editor-actions').getByRole('button', { name: label });
  const statusBar = (text: string | RegExp) =>
    world.ui.page.locator('.statusbar-item', { hasText: text }).first().waitFor();
  /** Waits for an element in a preview of the editor, which has a separate frame. */
  const inPreview = (selector: string) =>
    until(`${selector} in a preview`, async () => {
      for (const frame of world.ui.page.frames()) {
        const found = frame.locator(selector);
        if ((await found.count().catch(() => 0)) > 0) return found.first();
      }
      return undefined;
    });

  it('chooses model and voice once, reads a document aloud in the audio preview, and saves the audio', async () => {
    const { ui, folder } = world;
    await ui.openFile('README.md');
    await ui.run(commands.media.readAloud);
    await rows().filter({ hasText: 'TTS 1' }).first().waitFor();
    assert.equal(await rows().filter({ hasText: 'Whisper' }).count(), 0);
    await choose('TTS 1');
    await rows().filter({ hasText: 'Default voice' }).waitFor();
    await shot(ui.page, 'media-voice');
    await type('alloy');
    await tab(/checkout-service-takes-orders.*\.wav/).waitFor();
    await (await inPreview('.audio-container, audio')).waitFor({ state: 'attached' });
    await statusBar(/Read aloud by openai\/tts-1: \d+ KB · cost unknown/);
    await action('Save Audio or Image As…').waitFor();
    await shot(ui.page, 'media-speech');
    await action('Save Audio or Image As…').click();
    await until('the name that is proposed', async () => (await ui.input.inputValue()).endsWith('.wav'));
    await ui.chooseFile(path.join(folder, 'greeting'));
    const saved = path.join(folder, 'greeting.wav');
    await until('the content of the file', () => existsSync(saved) && readFileSync(saved).length > 0);
    assert.equal(readFileSync(saved).toString('latin1', 0, 4), 'RIFF');
  });

  const file = (name: string) => world.ui.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });

  /** Transcribes a file from the Explorer with options, which are offered again for the next one. */
  async function transcribeOne(): Promise<void> {
    const { ui } = world;
    await ui.run(vscode.showExplorer);
    await ui.fromMenu(file('standup.wav'), 'Transcribe Audio…');
    await ui.inputWidget.getByText('Transcribe standup.wav (16 KB)').waitFor();
    await shot(ui.page, 'media-transcribe-model');
    await choose('Nova 3');
    await rows().filter({ hasText: 'deepgram/nova-3 · language not specified · ' }).waitFor();
    await choose('Change…');
    await choose('Nova 3');
    await rows().filter({ hasText: 'Not specified' }).waitFor();
    await type('en');
    await choose('Text with timestamps');
    await choose('New document');
    await ui.page.locator('.view-line', { hasText: '00:00:03' }).waitFor();
    await shot(ui.page, 'media-transcript');
  }

  it('transcribes from the Explorer, and exports the transcript later without a request', async () => {
    const { ui, folder, service } = world;
    await transcribeOne();
    const before = service.requests.filter(({ path: asked }) => asked.includes('transcriptions')).length;
    await ui.run(commands.media.exportTranscript);
    await rows().filter({ hasText: 'standup' }).first().click();
    await choose('Subtitles (WebVTT)');
    await until('the name that is proposed', async () => (await ui.input.inputValue()).endsWith('.vtt'));
    const subtitles = path.join(folder, 'spoken.vtt');
    await ui.chooseFile(subtitles);
    // VS Code creates a file before it writes the text.
    const text = await until('the text of the file', () => existsSync(subtitles) && readFileSync(subtitles, 'utf8'));
    assert.match(text, /^WEBVTT\n/);
    await tab('spoken.vtt').waitFor();
    assert.equal(service.requests.filter(({ path: asked }) => asked.includes('transcriptions')).length, before);
  });

  it('shows an image with its prompt, and inserts it as Markdown', async () => {
    const { ui, folder } = world;
    await ui.closeEditors();
    await ui.openFile('README.md');
    await ui.page.locator('.monaco-editor .view-line', { hasText: 'warehouse' }).click();
    await ui.page.keyboard.press('Control+End');
    await ui.run(commands.media.generateImage);
    await choose('GPT Image 1');
    await ui.inputWidget.getByText('Describe the image to generate').waitFor();
    await ui.input.fill('A warehouse at dawn');
    await shot(ui.page, 'media-image-prompt');
    await ui.inputWidget.getByRole('button', { name: 'Change Model, Size, or Number…' }).click();
    await choose('GPT Image 1');
    await rows().filter({ hasText: 'Model default' }).waitFor();
    await ui.input.fill('huge');
    await rows().filter({ hasText: 'Enter a size such as 1024x768.' }).waitFor();
    await shot(ui.page, 'media-image-size');
    await type('240x160');
    await choose('1 image');
    await ui.inputWidget.getByText('240x160, 1 image').waitFor();
    await ui.input.press('Enter');
    await tab(/a-warehouse-at-dawn/).waitFor();
    await (await inPreview('body.image img, img.scale-to-fit')).waitFor();
    await ui.toast('soft light, muted colours').waitFor();
    await statusBar('240x160');
    // Waits until the animation has ended.
    await ui.toast('soft light').getByRole('button', { name: 'Insert as Markdown' }).hover();
    await shot(ui.page, 'media-image');
    await ui.toast('soft light').getByRole('button', { name: 'Insert as Markdown' }).click();
    await tab('README.md').waitFor();
    await ui.page.locator('.view-line', { hasText: 'images/a-warehouse-at-dawn.png' }).waitFor();
    assert.ok(existsSync(path.join(folder, 'images/a-warehouse-at-dawn.png')));
    await ui.closeEditors();
  });

  it('sends an API request with the keyboard, shows the response beside it, and sends it again from the history', async () => {
    const { ui, service } = world;
    const { page } = ui;
    await ui.closeEditors();
    await ui.run(commands.requests.new);
    await page.locator('.codelens-decoration', { hasText: 'Send to' }).waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Enter');
    const answer = page.locator('.editor-group-container').nth(1);
    await answer.locator('.view-line', { hasText: '200' }).first().waitFor();
    await answer.locator('.view-line', { hasText: '"webhook_url"' }).first().waitFor();
    await shot(page, 'requests-answered');
    assert.ok(service.requests.some(({ path: asked, status }) => asked === '/v1/workflows' && status === 200));
    const documents = page.locator('.tab', { hasText: /^Request \d/ });
    const before = await documents.count();
    await ui.run(commands.requests.history);
    await rows().filter({ hasText: 'GET /v1/workflows' }).click();
    await until('another document', async () => (await documents.count()) > before);
    // A reload keeps the documents, and closing them asks nothing, because nothing was typed.
    await ui.reload();
    await page.locator('.codelens-decoration', { hasText: 'Send to' }).first().waitFor();
    await page.locator('.view-line', { hasText: 'GET' }).first().waitFor();
    await ui.closeEditors();
    await until('no editor', async () => (await page.locator('.tab').count()) === 0);
  });
});
