import { existsSync, mkdirSync, readdirSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { DiskFolder } from '../../../../src/node/disk-folder.ts';
import type { ChatRecord } from '../../../../src/service/chat/record.ts';
import { ChatLog } from '../../../../src/service/chat/stored/chat-log.ts';
import { ChatStore } from '../../../../src/service/chat/stored/chat-store.ts';
import { ChatTranscript } from '../../../../src/service/chat/transcript.ts';
import type { LogFile } from '../../../../src/shared/platform.ts';
import { TemporaryFolder } from '../../../temporary-folder.ts';
import { FakeClock } from '../../fake-clock.ts';
import { fc } from '../../random-runs.ts';

class MemoryFile implements LogFile {
  text: string;
  failure: Error | undefined;

  constructor(text = '') {
    this.text = text;
  }

  async read(): Promise<string> {
    return this.text;
  }

  append(text: string): boolean {
    if (this.failure) throw this.failure;
    this.text += text;
    return false;
  }
}

const prompt: ChatRecord = { kind: 'prompt', id: 'p', text: 'hi\nthere', at: 1 };
const answer: ChatRecord = { kind: 'answer', id: 'x', model: 'a/b', at: 2 };
const end: ChatRecord = { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 };
const text = (words: string): ChatRecord => ({ kind: 'text', id: 'x', text: words });

async function open(file: LogFile, clock = new FakeClock()) {
  const failures: unknown[] = [];
  return { ...(await ChatLog.open(file, { clock, onFailure: (error) => failures.push(error) })), failures, clock };
}

describe('a chat on disk', () => {
  it('is restored unchanged', async () => {
    const file = new MemoryFile();
    const { log } = await open(file);
    for (const record of [prompt, answer, text('Hel'), text('lo'), end]) log.add(record);
    log.dispose();
    const again = await open(file);
    expect(new ChatTranscript(again.records).turns).toEqual(
      new ChatTranscript([prompt, answer, text('Hello'), end]).turns,
    );
    expect(again.skipped).toBe(0);
  });

  it('is written while a response streams, with a delay of less than a second', async () => {
    const file = new MemoryFile();
    const { log, clock } = await open(file);
    log.add(prompt);
    log.add(answer);
    for (let ms = 0; ms < 5000; ms += 10) {
      log.add(text(`${ms} `));
      clock.advance(10);
    }
    const kept = new ChatTranscript((await open(file)).records).running?.text ?? '';
    expect(Number(kept.trim().split(' ').at(-1))).toBeGreaterThan(4000);
  });

  it('contains the end of a response immediately', async () => {
    const file = new MemoryFile();
    const { log } = await open(file);
    for (const record of [prompt, answer, text('a'), end]) log.add(record);
    expect((await open(file)).records.at(-1)).toEqual(end);
  });

  it('loses at most one incomplete line in a crash, and accepts new records after it', async () => {
    const file = new MemoryFile();
    const { log } = await open(file);
    for (const record of [prompt, answer, text('one'), end]) log.add(record);
    log.dispose();
    const whole = file.text;
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (at) => {
        const torn = new MemoryFile(whole.slice(0, at));
        const before = await open(torn);
        expect(before.skipped).toBeLessThanOrEqual(1);
        expect([prompt, answer, text('one'), end]).toEqual(expect.arrayContaining(before.records));
        before.log.add({ kind: 'model', model: 'c/d' });
        before.log.dispose();
        const after = await open(torn);
        expect(after.records).toEqual([...before.records, { kind: 'model', model: 'c/d' }]);
      }),
    );
  });

  it('ignores invalid lines, and preserves them in the file', async () => {
    const lines = [
      '\u0000\u0000',
      JSON.stringify(prompt),
      '{"kind":"later","id":"z"}',
      '[]',
      JSON.stringify(answer),
      '{',
    ];
    const file = new MemoryFile(lines.join('\n'));
    const { records, skipped, log } = await open(file);
    expect(records).toEqual([prompt, answer]);
    expect(skipped).toBe(4);
    log.add(end);
    log.dispose();
    expect(file.text.startsWith(lines.join('\n'))).toBe(true);
    expect((await open(file)).records.at(-1)).toEqual(end);
  });

  it('reports a write error, and writes the pending records with the next successful write', async () => {
    const file = new MemoryFile();
    const { log, failures } = await open(file);
    log.add(prompt);
    file.failure = new Error('No space left on device');
    log.add(end);
    expect(failures).toEqual([file.failure]);
    file.failure = undefined;
    log.add({ ...end, id: 'y' });
    expect((await open(file)).records).toEqual([prompt, end, { ...end, id: 'y' }]);
  });
});

describe('the file of a session', () => {
  const folder = new TemporaryFolder('chat');
  afterEach(() => folder.remove());

  it.skipIf(!existsSync('/dev/full'))('leaves no new file behind if the disk is full', async () => {
    const folder = new TemporaryFolder('full-save');
    symlinkSync('/dev/full', folder.at('a.json.new'));
    await expect(new DiskFolder(folder.path).save('a.json', 'x')).rejects.toThrow('ENOSPC');
    expect(readdirSync(folder.path)).toEqual([]);
    folder.remove();
  });

  it.skipIf(!existsSync('/dev/full'))('is complete after the disk was full', async () => {
    const folder = new TemporaryFolder('full');
    const file = folder.at('chat.jsonl');
    const { log, failures } = await open(new DiskFolder(folder.path).log('chat.jsonl'));
    // Each write to it fails as on a full disk.
    symlinkSync('/dev/full', file);
    for (const record of [prompt, answer, text('Hello'), end]) log.add(record);
    expect(failures[0]).toMatchObject({ code: 'ENOSPC' });
    unlinkSync(file);
    log.add({ kind: 'pin', on: true });
    log.dispose();
    const again = await open(new DiskFolder(folder.path).log('chat.jsonl'));
    expect(again.records.map(({ kind }) => kind)).toEqual(['prompt', 'answer', 'text', 'end', 'pin']);
    expect(again.skipped).toBe(0);
    folder.remove();
  });

  it('is created with its folder on the first write', async () => {
    const file = new DiskFolder(folder.at('chats')).log('one.jsonl');
    expect(await file.read()).toBe('');
    file.append('a\n');
    file.append('b\n');
    expect(await file.read()).toBe('a\nb\n');
    expect(folder.read('chats/one.jsonl')).toBe('a\nb\n');
  });

  it.each(['../one', 'a/b', '', 'a.b', 'x'.repeat(65)])('is not created for the invalid ID %j', (id) => {
    expect(() => new ChatStore(new DiskFolder(folder.path)).append(id, prompt)).toThrow();
  });

  it('reports writes by another instance, and preserves them', async () => {
    const [one, two] = [new DiskFolder(folder.path).log('both'), new DiskFolder(folder.path).log('both')];
    await Promise.all([one.read(), two.read()]);
    expect(one.append('a\n')).toBe(false);
    expect(one.append('b\n')).toBe(false);
    expect(two.append('c\n')).toBe(true);
    expect(two.append('d\n')).toBe(false);
    expect(one.append('e\n')).toBe(true);
    expect(await one.read()).toBe('a\nb\nc\nd\ne\n');
  });

  it('is written again as a whole after another instance has deleted it, also if a write fails', async () => {
    const log = new DiskFolder(folder.path).log('deleted');
    log.append('a\n');
    log.append('b\n');
    await new DiskFolder(folder.path).delete('deleted');
    mkdirSync(folder.at('deleted'));
    expect(() => log.append('c\n')).toThrow();
    rmdirSync(folder.at('deleted'));
    expect(log.append('c\n')).toBe(true);
    expect(log.append('d\n')).toBe(false);
    expect((await log.read()).split('\n').filter(Boolean)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('reports a read error', async () => {
    await expect(new DiskFolder('/dev/null').log('one').read()).rejects.toThrow();
  });
});
