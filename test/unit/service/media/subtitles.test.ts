import { describe, expect, test } from 'vitest';
import type { Transcript } from '../../../../src/service/api/index.ts';
import {
  asSrt,
  asTimedLines,
  asVtt,
  formatTranscript,
  readStoredTranscript,
  timedParts,
} from '../../../../src/service/media/transcripts/formats.ts';
import { fc } from '../../random-runs.ts';

const parts = [
  { start: 0, end: 1.5, text: ' Hello there. ' },
  { start: 3661.2345, end: 3662, text: 'Less < more & <b>so</b> --> on.' },
];
const fileTranscript = (transcript: Transcript) => ({ name: 'talk.mp3', model: 'a/b', transcript });

describe('subtitles', () => {
  test('are written as SRT', () => {
    expect(asSrt(parts)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nHello there.\n\n2\n01:01:01,235 --> 01:01:02,000\nLess < more & <b>so</b> -> on.\n',
    );
  });

  test('are written as WebVTT', () => {
    expect(asVtt(parts)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello there.\n\n01:01:01.235 --> 01:01:02.000\nLess &lt; more &amp; &lt;b&gt;so&lt;/b&gt; --&gt; on.\n',
    );
  });

  test('are written as lines with times', () => {
    expect(asTimedLines(parts)).toBe('00:00:00  Hello there.\n01:01:01  Less < more & <b>so</b> --> on.\n');
  });

  test('omit empty cues, and never end before they start', () => {
    const odd = [
      { start: 5, end: 2, text: 'a\n\n\nb' },
      { start: Number.NaN, end: -1, text: ' \n' },
    ];
    expect(asSrt(odd)).toBe('1\n00:00:05,000 --> 00:00:05,000\na\nb\n');
  });

  test('can be parsed again for any text, which never breaks out of its cue', () => {
    const second = fc.integer({ min: 0, max: 400_000_000 }).map((ms) => ms / 1000);
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\r', '-->', '1', '<', '&amp;', '00:00:01,000 --> 00:00:02,000'),
    });
    const segment = fc.record({ start: second, end: second, text });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 8 }), (segments) => {
        const spoken = segments.filter((one) => one.text.trim() !== '');
        for (const [format, source] of [
          ['srt', asSrt(segments)],
          ['vtt', asVtt(segments)],
        ] as const) {
          const again = timedParts({ text: '', subtitles: { format, source } }) ?? [];
          expect(again.length).toBe(spoken.length);
          for (const [index, one] of spoken.entries()) expect(again[index]?.start).toBeCloseTo(one.start, 3);
        }
      }),
    );
  });
});

describe('a transcript', () => {
  test('is plain text in every format if it has no times', () => {
    for (const form of ['text', 'times', 'srt', 'vtt'] as const)
      expect(formatTranscript(fileTranscript({ text: ' All of it. ' }), form)).toBe('All of it.\n');
  });

  test('shows times below its header', () => {
    expect(
      formatTranscript(
        fileTranscript({ text: 'x', language: 'en', duration: 2, segments: parts.slice(0, 1) }),
        'times',
      ),
    ).toBe('talk.mp3\nLanguage: en · Length: 2 s · Transcribed by a/b\n\n00:00:00  Hello there.\n');
  });

  test('preserves subtitles in their own format, and converts them to the other format', () => {
    const source =
      'WEBVTT\n\nNOTE mine\n\n00:01.000 --> 00:02.000 align:start\n<v Ann>Hi &amp;<00:01.500> bye</v>\nall\n';
    const transcript: Transcript = { text: 'Hi', subtitles: { format: 'vtt', source } };
    expect(formatTranscript(fileTranscript(transcript), 'vtt')).toBe(source);
    expect(formatTranscript(fileTranscript(transcript), 'srt')).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\nHi & bye\nall\n',
    );
    expect(formatTranscript(fileTranscript(transcript), 'text')).toBe('Hi & bye all\n');
  });

  test('is restored only from valid stored data', () => {
    const kept = fileTranscript({ text: 'x' });
    expect(readStoredTranscript(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    const damaged = { ...kept, transcript: { text: 'Hello', segments: [{ start: 'x' }] } };
    expect(readStoredTranscript(damaged)?.transcript).toEqual({ text: 'Hello' });
    for (const other of [null, 1, {}, { name: 'a', model: 'b' }, { name: 'a', model: 'b', transcript: { text: 1 } }])
      expect(readStoredTranscript(other)).toBeUndefined();
  });
});
