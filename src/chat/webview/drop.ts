/** Attaches what is dropped on the panel or pasted into it, unless it's plain text. */
import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../shared/format.ts';
import { IMAGE_TYPES, isTextFile, LIMITS, MAX_IMAGE_SIZE } from '../messages.ts';
import { post } from './host.ts';

/** Data types of items that are dragged from the Explorer and from editor tabs. */
const ADDRESSES = ['application/vnd.code.uri-list', 'text/uri-list'];

/** @param refuse reports why something can't be attached */
export function registerDropTarget(panel: HTMLElement, refuse: (why: string) => void): void {
  panel.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.some((type) => type === 'Files' || ADDRESSES.includes(type))) return;
    event.preventDefault();
    panel.classList.add('dropping');
  });
  panel.addEventListener('dragleave', (event) => {
    if (event.target === panel) panel.classList.remove('dropping');
  });
  panel.addEventListener('drop', (event) => {
    panel.classList.remove('dropping');
    if (event.dataTransfer && attachDropped(event.dataTransfer, refuse)) event.preventDefault();
  });
  panel.addEventListener('paste', (event) => {
    if (event.clipboardData && attachDropped(event.clipboardData, refuse)) event.preventDefault();
  });
}

/** Returns false if the field should handle the data itself. */
function attachDropped(data: DataTransfer, refuse: (why: string) => void): boolean {
  const addresses = ADDRESSES.map((type) => data.getData(type)).find((list) => list !== '') ?? '';
  const uris = addresses.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const [first] = uris;
  // A link from a web page is text; other URIs are files of the editor.
  if (first !== undefined && !/^(https?|mailto):/i.test(first)) {
    post({ kind: 'attachUris', uris: uris.slice(0, LIMITS.uris) });
    return true;
  }
  if (data.files.length === 0) return false;
  for (const file of data.files) void attach(file, refuse);
  return true;
}

async function attach(file: File, refuse: (why: string) => void): Promise<void> {
  const name = file.name.slice(0, LIMITS.name);
  if (IMAGE_TYPES.includes(file.type)) {
    if (file.size <= MAX_IMAGE_SIZE) return post({ kind: 'attachImage', name, data: await base64(file) });
    return refuse(
      l10n.t(
        '{0} is too large to attach: {1} bytes. The limit for images is {2} bytes.',
        name,
        formatNumber(file.size),
        formatNumber(MAX_IMAGE_SIZE),
      ),
    );
  }
  if (file.size > LIMITS.attachment)
    return refuse(
      l10n.t(
        '{0} is too large to attach: {1} bytes (about {2} tokens). The limit is {3} characters.',
        name,
        formatNumber(file.size),
        formatNumber(Math.ceil(file.size / 4)),
        formatNumber(LIMITS.attachment),
      ),
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isTextFile(bytes)) return refuse(l10n.t("{0} isn't a text file. Only text can be attached.", name));
  post({ kind: 'attachText', name, text: new TextDecoder().decode(bytes) });
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
