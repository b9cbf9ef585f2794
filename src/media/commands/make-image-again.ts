import { l10n } from 'vscode';
import type { MediaParts } from '../parts.ts';
import { draftIn } from '../pictures/draft.ts';
import { PICTURES } from '../pictures/kinds.ts';
import { paint } from '../pictures/paint.ts';
import { madeFile } from '../show.ts';

/** Asks again for what a picture was made from, with the answers of then. */
export async function makeImageAgain(parts: MediaParts, argument?: unknown): Promise<void> {
  const file = await madeFile(parts.made, argument, l10n.t('Select an image to regenerate'), PICTURES);
  if (file === undefined) return;
  const draft = draftIn(await parts.made.about(file));
  if (draft === undefined) throw new Error(l10n.t('The prompt of this image is no longer available.'));
  await paint(parts, draft);
}
