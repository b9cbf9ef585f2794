/**
 * Conversions, one file per source format (`test/fixtures/conversion/<dialect>.txt`) or target (`to-<target>.txt`):
 *
 *     ## title
 *     @ path of the source, options of the conversion; `detected` if the text is recognized without the path
 *     the source, of any number of lines
 *     → "name": {a server of the result}, or the whole JSON object, or the whole text
 *     - kind server field: a part of the reason; the next remark (`-` instead of a name if there is none)
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TargetFormat } from '../../../../common/generated/targets.ts';
import { root } from '../../../../scripts/lib/repository.ts';
import type { ConvertOptions } from '../../../../server/convert/index.ts';

export interface ConversionFixture {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly options: ConvertOptions;
  readonly isDetected: boolean;
  /** An object, or the whole text. */
  readonly result: unknown;
  readonly report: readonly { readonly remark: string; readonly reason: string }[];
}

function resultOf(text: string): unknown {
  if (text.startsWith('"')) return { mcpServers: JSON.parse(`{${text.replaceAll('\n', ',')}}`) };
  return text.startsWith('{') ? JSON.parse(text) : `${text}\n`;
}

function fixtureOf(file: string, block: string): ConversionFixture {
  const [title = '', written = '', ...lines] = block.trimEnd().split('\n');
  const words = written.split(' ').slice(1);
  const sourcePath = words.find((word) => !word.includes('=') && word !== 'detected');
  const options = Object.fromEntries(
    words.flatMap((word) => {
      const [name = '', value] = word.split('=');
      return value === undefined ? [] : [[name, name === 'only' ? [value] : value]];
    }),
  );
  const split = lines.findIndex((line) => line.startsWith('→'));
  const after = lines.slice(split);
  const remarks = after.at(-1)?.startsWith('- ') ? after.pop()?.slice(2).split('; ') : [];
  const to = /^to-(.*)$/.exec(file)?.[1] as TargetFormat | undefined;
  return {
    file,
    title,
    text: lines.slice(0, split).join('\n'),
    options: { ...options, ...(to && { to }), ...(sourcePath && { path: sourcePath }) },
    isDetected: words.includes('detected'),
    result: resultOf(after.map((line) => line.slice(2)).join('\n')),
    report: (remarks ?? []).map((each) => {
      const [remark = '', reason = ''] = each.split(': ');
      return { remark, reason };
    }),
  };
}

const folder = path.join(root, 'test/fixtures/conversion');

export const conversionFixtures: readonly ConversionFixture[] = readdirSync(folder)
  .toSorted()
  .flatMap((file) => {
    const [, ...blocks] = `\n${readFileSync(path.join(folder, file), 'utf8')}`.split('\n## ');
    return blocks.map((block) => fixtureOf(path.basename(file, '.txt'), block));
  });
