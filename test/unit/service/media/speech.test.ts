import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure, canceled } from '../../../../src/service/api/errors/errors.ts';
import { type MediaServices, RecentValues } from '../../../../src/service/media/services.ts';
import { speak } from '../../../../src/service/media/speech.ts';
import { chosen, FakeMemento, settings, shown, Uri } from '../../fake-vscode.ts';
import { sessionOf, used } from '../../session.ts';
import { settle } from '../../settle.ts';

vi.mock('../../../../src/service/media/preview.ts', () => ({ openPreview: async () => undefined }));

const memento = new FakeMemento([
  ['switchyard.media.speechModel', ['a/b']],
  ['switchyard.media.voice a/b', ['']],
]);
const threeParts = 'This is a sentence. '.repeat(500);
const contextOf = (client: object, store?: unknown) =>
  ({
    session: sessionOf(client),
    generated: { store },
    recent: new RecentValues(memento as never),
  }) as unknown as MediaServices;

beforeEach(() => void settings.set('switchyard.requestTimeout', 60));

test('stores each part of a long text before it requests the next one', async () => {
  const events: string[] = [];
  const client = {
    speech: async () => {
      events.push('request');
      if (events.length > 4) throw new ApiFailure({ kind: 'server', status: 500, message: 'Busy' });
      return { bytes: new Uint8Array(10), contentType: 'audio/mpeg' };
    },
  };
  const store = async ({ part }: { part?: number }) => {
    events.push(`store ${part}`);
    return Uri.file(`/${part}.mp3`);
  };
  await speak(contextOf(client, store), threeParts);
  expect(events).toEqual(['request', 'store 1', 'request', 'store 2', 'request']);
  expect(shown.join('\n')).toContain('Read aloud by a/b in 2 numbered files: 20 bytes');
  expect(shown.join('\n')).toContain('Not all parts were read aloud (completed: 2 of 3).');
});

test('records each part as paid for, but not a failed part', async () => {
  used.length = 0;
  let requests = 0;
  const client = {
    speech: async () => {
      if (++requests > 2) throw new ApiFailure({ kind: 'server', status: 500, message: 'Busy' });
      return { bytes: new Uint8Array(10), contentType: 'audio/mpeg' };
    },
  };
  await speak(
    contextOf(client, async () => Uri.file('/part.mp3')),
    threeParts,
  );
  expect(used).toMatchObject([{ feature: 'speech', model: 'a/b', characters: 4000 }, { characters: 4000 }]);
  // The price is unknown.
  expect(used[0]).not.toHaveProperty('cost');
});

test('shows nothing if the user cancels the first request', async () => {
  await speak(contextOf({ speech: () => Promise.reject(canceled()) }), 'Hello');
  expect(shown).toEqual([]);
});

test('continues the numbers and the name of the first parts with the remaining ones', async () => {
  const stored: object[] = [];
  let requests = 0;
  const client = {
    speech: async () => {
      if (++requests === 3) throw new ApiFailure({ kind: 'server', status: 500, message: 'Busy' });
      return { bytes: new Uint8Array(10), contentType: 'audio/mpeg' };
    },
  };
  const store = async (name: object) => {
    stored.push(name);
    return Uri.file('/part.mp3');
  };
  chosen.push('Read Remaining Parts');
  await speak(contextOf(client, store), `First words. ${threeParts}`);
  await settle(3);
  expect(stored).toMatchObject([1, 2, 3, 4].slice(0, stored.length).map((part) => ({ part })));
  expect(stored.length).toBeGreaterThan(2);
  expect(new Set(stored.map((name) => (name as { from: string }).from)).size).toBe(1);
});

test('in a session that has ended, asks for no voice and requests nothing', async () => {
  const services = contextOf({});
  services.session.dispose();
  shown.length = 0;
  await expect(speak(services, '')).rejects.toThrow('The connection has changed. Nothing was sent to the new one.');
  expect(shown).toEqual([]);
});
