import { expect, test, vi } from 'vitest';
import { generateImages } from '../../../../src/service/media/images/generate.ts';
import type { MediaServices } from '../../../../src/service/media/services.ts';
import { type Platform, platform, usePlatform } from '../../../../src/shared/platform.ts';
import { chosen, settings, shown } from '../../fake-vscode.ts';
import { sessionOf, used } from '../../session.ts';
import { settle } from '../../settle.ts';

const { cancel, copyText } = vi.hoisted(() => ({ cancel: new AbortController(), copyText: vi.fn() }));
vi.mock('../../../../src/service/media/images/prompt.ts', () => ({
  askForImagePrompt: async () => ({ imagePrompt: { model: 'a/b', prompt: 'A boat', size: '' }, count: 1 }),
}));
vi.mock('../../../../src/shared/cancellable.ts', async (original) => ({
  ...(await original<object>()),
  withCancellableProgress: (_title: string, work: (signal: AbortSignal) => unknown) => work(cancel.signal),
}));
vi.mock('../../../../src/shared/notifications.ts', async (original) => ({ ...(await original<object>()), copyText }));

const before = platform();

test('offers the address of a paid image whose download is canceled', async () => {
  settings.set('switchyard.requestTimeout', 60);
  const requestImage: Platform['requestImage'] = async ({ signal }) => {
    cancel.abort();
    throw signal.reason;
  };
  usePlatform({ ...before, requestImage });
  const client = { origin: 'https://service.example', images: async () => [{ url: 'https://cdn.example/paid.png' }] };
  const context = {
    session: sessionOf(client),
    lastDocument: () => undefined,
  } as unknown as MediaServices;
  chosen.push('Copy Address');
  await generateImages(context, {});
  await settle();
  expect(shown).toEqual(['No image was downloaded. Canceled.']);
  // It was paid for, downloaded or not.
  expect(used).toMatchObject([{ feature: 'images', model: 'a/b', images: 1 }]);
  expect(copyText).toHaveBeenCalledWith('https://cdn.example/paid.png', 'Address copied');
});
