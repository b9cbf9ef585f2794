/** Writes JSON in one of its many forms. Spec: "Bodies are JSON"; no header of a response is given. */
import type { Choices } from './choices.ts';
import type { Reply } from './reply.ts';

const WHOLE_NUMBER = /("(?:total|succeeded|failed|page|limit|revision|attempt|step_count)":)(\d+)(?=[,}])/g;

export function written(value: unknown, status: number, choices: Choices): Reply {
  const form = choices.of('writing', ['compact', 'pretty', 'escaped', 'spaced'] as const);
  const numbers = choices.of('numbers', ['$1$2', '$1$2.0', '$1$2e0', '$1 $2']);
  const compact = JSON.stringify(value).replace(WHOLE_NUMBER, numbers);
  const type = choices.of('content type', [
    'application/json',
    'Application/JSON;charset=UTF-8',
    'application/vnd.api+json',
    'text/plain; charset=utf-8',
    undefined,
  ]);
  const name = choices.of('header', ['content-type', 'Content-Type', 'CONTENT-TYPE']);
  const text = {
    compact,
    pretty: JSON.stringify(value, null, 2),
    escaped: escaped(compact),
    spaced: `\n ${compact}\r\n`,
  };
  return { status, headers: type === undefined ? {} : { [name]: type }, body: inPieces(text[form], choices) };
}

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A body that arrives in pieces, which also split characters; or the text itself. */
export function inPieces(text: string, choices: Choices): Reply['body'] {
  const size = choices.of('pieces', [0, 0, 7, 1000, 65_536]);
  return size === 0 ? text : split([text], size);
}

/** @param size of a piece in bytes */
export async function* split(
  texts: AsyncIterable<string> | Iterable<string>,
  size: number,
): AsyncGenerator<Uint8Array> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    // At most a hundred, because each is a chunk of the connection.
    const step = Math.max(size, Math.ceil(bytes.length / 100));
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  }
}
