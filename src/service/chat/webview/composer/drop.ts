/** Attaches what is dropped on the page or pasted into it, unless it's plain text. */
import * as l10n from '@vscode/l10n';
import { toBase64 } from '../../../../../common/text/base64.ts';
import { formatNumber } from '../../../../shared/text/format.ts';
import { imageTooLarge, imageTypes, isTextFile, maxImageSize, messageLimits } from '../../messages.ts';
import { post } from '../to-host.ts';

/** Data types of items that are dragged from the Explorer and from editor tabs. */
const addressTypes = ['application/vnd.code.uri-list', 'text/uri-list'];

/** @param refuse reports why something can't be attached */
export function registerDropTarget(page: HTMLElement, refuse: (why: string) => void): void {
  page.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.some((type) => type === 'Files' || addressTypes.includes(type))) return;
    event.preventDefault();
    page.classList.add('dropping');
  });
  page.addEventListener('dragleave', (event) => {
    // Without a related target, the pointer has left the page.
    if (event.target === page || event.relatedTarget === null) page.classList.remove('dropping');
  });
  page.addEventListener('drop', (event) => {
    page.classList.remove('dropping');
    if (event.dataTransfer && attachDropped(event.dataTransfer, refuse)) event.preventDefault();
  });
  page.addEventListener('paste', (event) => {
    const { clipboardData: data } = event;
    if (data && !isFormattedText(data) && attachDropped(data, refuse)) event.preventDefault();
  });
}

/** Office applications add an image of the copied cells or text. */
function isFormattedText(data: DataTransfer): boolean {
  return data.getData('text/html') !== '' && data.getData('text/plain').trim() !== '';
}

/** Returns false if the field should handle the data itself. */
function attachDropped(data: DataTransfer, refuse: (why: string) => void): boolean {
  const addresses = addressTypes.map((type) => data.getData(type)).find((list) => list !== '') ?? '';
  const uris = addresses.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const [first] = uris;
  // A link from a web page is text; other URIs are files of the editor.
  if (first !== undefined && !/^(https?|mailto):/i.test(first)) {
    post({ kind: 'attachUris', uris: uris.slice(0, messageLimits.uris) });
    return true;
  }
  if (data.files.length === 0) return false;
  for (const file of data.files) void attach(file, refuse);
  return true;
}

async function attach(file: File, refuse: (why: string) => void): Promise<void> {
  const name = file.name.slice(0, messageLimits.name);
  const isImage = imageTypes.includes(file.type);
  if (isImage && file.size > maxImageSize) return refuse(imageTooLarge(name, file.size));
  if (!isImage && file.size > messageLimits.attachment)
    return refuse(
      l10n.t(
        '{0} is too large to attach: {1} bytes (about {2} tokens). The limit is {3} characters.',
        name,
        formatNumber(file.size),
        formatNumber(Math.ceil(file.size / 4)),
        formatNumber(messageLimits.attachment),
      ),
    );
  const content = await file.arrayBuffer().catch(() => undefined);
  if (!content) return refuse(l10n.t("Couldn't read {0}. Only files can be dropped from outside VS Code.", name));
  const bytes = new Uint8Array(content);
  if (isImage) return post({ kind: 'attachImage', name, data: toBase64(bytes) });
  if (!isTextFile(bytes)) return refuse(l10n.t("{0} isn't a text file. Only text can be attached.", name));
  post({ kind: 'attachText', name, text: new TextDecoder().decode(bytes) });
}
