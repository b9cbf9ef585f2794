/** Generates images from a prompt: downloads them if needed, stores them, and opens their previews. */
import { l10n, commands as registry, type TextDocument, type Uri, window } from 'vscode';
import { withCancellableProgress } from '../../../shared/cancellable.ts';
import { commands } from '../../../shared/generated/names.ts';
import { ImageFailure } from '../../../shared/image-failure.ts';
import { copyText, showInformation } from '../../../shared/notifications.ts';
import { byteSize, oneLine } from '../../../shared/text/format.ts';
import type { ImageResult } from '../../api/index.ts';
import { costInWords, recordUse } from '../cost.ts';
import { isCanceled, tellFailure } from '../failure-message.ts';
import { extensionOf } from '../file-name.ts';
import { generatedImageExtensions, openPreview, pickGeneratedFile } from '../preview.ts';
import { type MediaServices, requestTimeout } from '../services.ts';
import { storeOrSaveAs } from '../store-or-save-as.ts';
import { fetchImage, imageFrom } from './fetch.ts';
import { askForImagePrompt, type ImagePrompt, readImagePrompt } from './prompt.ts';

/** Prompts for a description, starting from `initial`. Resolves when the images are open or the user has canceled. */
export async function generateImages(services: MediaServices, initial: Partial<ImagePrompt>): Promise<void> {
  services.session.throwIfEnded();
  const madeFor = services.lastDocument();
  const asked = await askForImagePrompt(services, initial);
  if (asked === undefined) return;
  const { imagePrompt, count } = asked;
  const generation = await requestImages(services, imagePrompt, count);
  services.session.signal.throwIfAborted();
  const { files, failure } = generation;
  const addresses = generation.addresses.join('\n');
  for (const file of files) await openPreview(file);
  if (files.length > 0) tell(services, imagePrompt, generation, madeFor);
  if (failure === undefined || (isCanceled(failure) && files.length === 0 && addresses === '')) return;
  const what =
    files.length === 0
      ? addresses === ''
        ? l10n.t('No image was received.')
        : l10n.t('No image was downloaded.')
      : l10n.t('Not all images were received (received: {0}).', files.length);
  const copy = { label: l10n.t('Copy Address'), run: () => copyText(addresses, l10n.t('Address copied')) };
  tellFailure(
    what,
    failure instanceof ImageFailure ? new Error(inWords(failure)) : failure,
    () => generateImages(services, imagePrompt),
    addresses === '' ? undefined : copy,
  );
}

interface GenerationResult {
  readonly files: Uri[];
  /** Total size of all files. */
  bytes: number;
  /** Prompts as revised by the model. */
  readonly revised: Set<string>;
  requests: number;
  /** URLs of images that were paid for but couldn't be downloaded. */
  readonly addresses: string[];
  /** The first failure. */
  failure?: unknown;
}

/** Returns the generated images even if a request fails or is canceled, because they were paid for. */
async function requestImages(
  { session, generated }: MediaServices,
  imagePrompt: ImagePrompt,
  count: number,
): Promise<GenerationResult> {
  const generation: GenerationResult = { files: [], bytes: 0, revised: new Set(), requests: 0, addresses: [] };
  const { model, prompt, size } = imagePrompt;
  const request = { model, prompt, ...(size && { size }) };
  const store = async (result: ImageResult, signal: AbortSignal) => {
    const { bytes, contentType } =
      'url' in result
        ? await fetchImage(result.url, { serviceOrigin: session.client.origin, signal })
        : imageFrom(result.bytes);
    const { revisedPrompt } = result;
    const about = { kind: 'image', ...imagePrompt, ...(revisedPrompt !== undefined && { revisedPrompt }) };
    const file = await storeOrSaveAs(generated, { from: prompt }, extensionOf(contentType), bytes, about);
    if (file === undefined) return;
    generation.files.push(file);
    generation.bytes += bytes.length;
    if (revisedPrompt !== undefined) generation.revised.add(revisedPrompt);
  };
  try {
    await withCancellableProgress(l10n.t('Generating with {0}', model), async (signal, report) => {
      for (let index = 0; index < count; index++) {
        if (count > 1) report(l10n.t('image {0} of {1}', index + 1, count), index, count);
        const results = await session.client.images(request, { signal, timeoutMs: requestTimeout() });
        recordUse(session, 'images', model, { images: results.length });
        generation.requests++;
        // If one image can't be downloaded, the others still are.
        for (const result of results)
          await store(result, signal).catch((failure: unknown) => {
            generation.failure ??= failure;
            if ('url' in result) generation.addresses.push(result.url);
          });
        signal.throwIfAborted();
      }
    });
  } catch (failure) {
    generation.failure ??= failure;
  }
  return generation;
}

/** Shows one message for all images, with follow-up actions. */
function tell(
  { session }: MediaServices,
  { model }: ImagePrompt,
  generation: GenerationResult,
  madeFor: TextDocument | undefined,
): void {
  const { files, bytes, revised, requests } = generation;
  const [first] = files;
  const cost = costInWords({ requests, images: files.length }, model, session);
  const figures = [byteSize(bytes), cost].join(' · ');
  const [prompt] = revised;
  const count =
    files.length === 1
      ? l10n.t('Image generated by {0}: {1}.', model, figures)
      : l10n.t('{0} images generated by {1}: {2}.', files.length, model, figures);
  const message = prompt === undefined ? count : l10n.t('{0} Prompt used: {1}', count, oneLine(prompt, 300));
  const [insert, save, again] = [l10n.t('Insert as Markdown'), l10n.t('Save As…'), l10n.t('Regenerate with Changes…')];
  void showInformation(message, insert, save, again).then(async (chosen) => {
    if (chosen === insert) await registry.executeCommand(commands.media.insertImage, first, madeFor);
    if (chosen === save) await registry.executeCommand(commands.media.saveGenerated, first);
    if (chosen === again) await registry.executeCommand(commands.media.regenerateImage, first);
  });
}

function inWords({ kind, detail }: ImageFailure): string {
  const place = oneLine(detail, 80);
  return {
    insecure: l10n.t("The image wasn't downloaded: its URL isn't https ({0}).", place),
    local: l10n.t("The image wasn't downloaded: its URL is in a private network ({0}).", place),
    redirects: l10n.t("The image wasn't downloaded: too many redirects ({0}).", place),
    status: l10n.t("Couldn't download the image: status {0}.", detail),
    tooLarge: l10n.t("The image wasn't downloaded: it's larger than {0}.", byteSize(Number(detail))),
    notAnImage: l10n.t("The service returned data that isn't an image."),
    timeout: l10n.t("Couldn't download the image: the request timed out."),
    network: l10n.t("Couldn't download the image: {0}", oneLine(detail, 200)),
  }[kind];
}

/** Generates images, with the selected text as the initial prompt. */
export async function generateFromSelection(services: MediaServices): Promise<void> {
  const editor = window.activeTextEditor;
  const selected = editor === undefined ? '' : editor.document.getText(editor.selection).trim();
  await generateImages(services, { prompt: selected });
}

/** Generates images again, starting from an image's stored prompt and settings. */
export async function regenerateImage(services: MediaServices, argument?: unknown): Promise<void> {
  const { generated } = services;
  const file = await pickGeneratedFile(
    generated,
    argument,
    l10n.t('Select an image to regenerate'),
    generatedImageExtensions,
  );
  if (file === undefined) return;
  const imagePrompt = readImagePrompt(await generated.about(file));
  if (imagePrompt === undefined) throw new Error(l10n.t('The prompt of this image is no longer available.'));
  await generateImages(services, imagePrompt);
}
