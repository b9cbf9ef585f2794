import { describe, expect, it } from 'vitest';
import { EventStream, type ServerEvent } from '../../../../src/service/api/chat/event-stream.ts';
import { fc } from '../../random-runs.ts';

function read(...pieces: readonly string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const stream = new EventStream((event) => events.push(event));
  for (const piece of pieces) stream.push(piece);
  stream.end();
  return events;
}

describe('server-sent events', () => {
  it.each<[string, string, ServerEvent[]]>([
    ['one line', 'data: a\n\n', [{ name: '', data: 'a' }]],
    ['several lines', 'data: a\ndata:b\ndata\n\n', [{ name: '', data: 'a\nb\n' }]],
    [
      'a name',
      'event: error\ndata: a\n\ndata: b\n\n',
      [
        { name: 'error', data: 'a' },
        { name: '', data: 'b' },
      ],
    ],
    ['no data', 'event: ping\n\ndata: a\n\n', [{ name: '', data: 'a' }]],
    [
      'comments and other fields',
      ': ping\nid: 1\nretry: 5\ndatabase: x\n data: y\ndata:  a\n\n',
      [{ name: '', data: ' a' }],
    ],
    ['no empty line at the end', 'data: a', [{ name: '', data: 'a' }]],
    [
      'mixed line ends',
      'data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\r',
      [
        { name: '', data: 'a\nb\nc' },
        { name: '', data: 'd' },
      ],
    ],
  ])('are read with %s, whole and in pieces', (_, text, events) => {
    expect(read(text)).toEqual(events);
    expect(read(...text)).toEqual(events);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (places) => {
        const at = [0, ...places.sort((one, other) => one - other), text.length];
        expect(read(...at.slice(1).map((end, index) => text.slice(at[index], end)))).toEqual(events);
      }),
    );
  });

  it.each(['a\r', 'a\n', '\r', 'data:a\r', 'data: \r'])('take linear time for lines of %j', (line) => {
    const text = line.repeat(1_000_000 / line.length);
    const pieces = Array.from({ length: Math.ceil(text.length / 16_384) }, (_, at) =>
      text.slice(at * 16_384, (at + 1) * 16_384),
    );
    expect(read(...pieces).length).toBe(line.startsWith('data') ? 1 : 0);
  });
});
